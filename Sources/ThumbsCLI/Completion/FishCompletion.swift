/// Completion for fish.
///
/// Source: complete(1) of fish.
struct FishCompletion: Sendable {
  let commands: [Command]

  /// The script, for a directory of completions.
  var script: String {
    let head = [
      "# fish completion for thumbs; load it with: thumbs completion fish | source",
      "complete -c thumbs -f",
      "complete -c thumbs -n __fish_use_subcommand -a help -d 'Show all about a command'",
    ]
    return (head + commands.flatMap(lines)).joined(separator: "\n")
  }

  private func lines(for command: Command) -> [String] {
    let when = "complete -c thumbs -n '__fish_seen_subcommand_from \(command.name)'"
    var lines = [
      "complete -c thumbs -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
    ]
    lines += command.flags.map { flag in
      let short = flag.short.map { " -s \($0)" } ?? ""
      let value = flag.value.map { " -r" + arguments(for: $0.candidates) } ?? ""
      return "\(when)\(short) -l \(flag.name)\(value) -d \(quoted(flag.summary))"
    }
    lines.append("\(when) -s h -l help -d 'Show help'")
    if !command.operands.isEmpty {
      lines.append("\(when)" + arguments(for: command.operandCandidates))
    }
    return lines
  }

  private func arguments(for candidates: Flag.Candidates) -> String {
    switch candidates {
    case .any: " -f"
    case .file: " -F"
    case .directory: " -f -a '(__fish_complete_directories)'"
    case .words(let words), .suggestions(let words):
      " -f -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
