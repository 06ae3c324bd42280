/// Commands that tell of the program itself.
extension Command {
  static let completion = Command(
    "completion", operands: "SHELL", .words(Shell.allCases.map(\.rawValue)),
    summary: "Prints a script that completes command lines in bash, zsh or fish",
    examples: [
      Example("source <(thumbs completion bash)", "Complete in this shell"),
      Example(
        "thumbs completion fish > ~/.config/fish/completions/thumbs.fish",
        "Complete in every fish to come"),
    ]
  ) { call throws(CommandFailure) in
    let word = try call.onlyOperand("shell")
    let shell: Shell
    do throws(ValueError) {
      shell = try ValueGrammar.choice(word.text, of: Shell.self)
    } catch {
      throw .usage(UsageError("'\(word.printable)' \(error.message)"))
    }
    try call.console.print(shell.completionScript(for: ThumbsCommand.commands))
    return .done
  }

  static let man = Command(
    "man", summary: "Prints the manual page",
    examples: [
      Example("thumbs man | man -l -", "Read it"),
      Example("thumbs man > /usr/local/share/man/man1/thumbs.1", "Install it"),
    ]
  ) { call throws(CommandFailure) in
    try call.noOperands()
    try call.console.print(
      ManualPage(program: .thumbs, commands: ThumbsCommand.commands).text)
    return .done
  }

  static let version = Command("version", summary: "Prints the version") {
    call throws(CommandFailure) in
    try call.noOperands()
    try call.console.print(ProgramDescription.versionLine)
    return .done
  }
}
