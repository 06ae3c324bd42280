/// The text of `-h` and `--help`, made from the tables of commands and flags.
struct HelpScreen: Sendable {
  /// Whether details are shown, or one line each.
  let isLong: Bool
  /// How many signs a line has.
  let columns: Int

  /// The column in which summaries begin.
  private static let summaryColumn = 26

  /// The screen on the whole program.
  func text(on program: ProgramDescription, commands: [Command]) -> String {
    var lines = wrapped(program.summary + ".")
    if isLong {
      for paragraph in program.details { lines += [""] + wrapped(paragraph) }
    }
    lines += ["", "Usage: thumbs COMMAND [OPTION...] [ARGUMENT...]", "", "Commands"]
    for command in commands {
      lines += entry("  \(command.name)", command.summary)
    }
    lines += ["", "General"] + [Flag.help, Flag.version].flatMap(shortEntry)
    lines += ["", "Exit status"]
    for status in program.exitStatuses {
      lines += entry("  \(status.number)", status.meaning)
    }
    if isLong {
      lines += ["", "Error codes"]
      for code in program.errorCodes { lines += entry("  \(code.name)", code.meaning) }
      lines += ["", "Environment"]
      for variable in program.environment { lines += entry("  \(variable.name)", variable.meaning) }
    }
    lines += [""]
    lines += wrapped("See 'thumbs COMMAND -h' for a command, 'thumbs COMMAND --help' for more.")
    return lines.joined(separator: "\n")
  }

  /// The screen on a command.
  func text(on command: Command) -> String {
    var lines = wrapped(command.summary + ".")
    if isLong {
      for paragraph in command.details { lines += [""] + wrapped(paragraph) }
    }
    lines += ["", "Usage: \(command.usage)"]
    let flags = command.flags + [.help]
    for category in Flag.Category.allCases {
      let shown = flags.filter { $0.category == category }
      guard !shown.isEmpty else { continue }
      lines += ["", category.rawValue]
      lines += isLong ? longEntries(shown) : shown.flatMap(shortEntry)
    }
    if !command.examples.isEmpty {
      lines += ["", "Examples"]
      for example in command.examples {
        lines += ["  \(example.line)"] + wrapped(example.purpose, indentation: 6)
      }
    }
    if !isLong { lines += ["", "See 'thumbs \(command.name) --help' for more."] }
    return lines.joined(separator: "\n")
  }

  private func longEntries(_ flags: [Flag]) -> [String] {
    var lines: [String] = []
    for flag in flags {
      if !lines.isEmpty { lines.append("") }
      lines += ["  \(flag.label)"] + wrapped(flag.summary + ".", indentation: 10)
      for paragraph in flag.details { lines += [""] + wrapped(paragraph, indentation: 10) }
      let facts = flag.facts
      if !facts.isEmpty { lines += [""] + facts.map { "          \($0)" } }
    }
    return lines
  }

  private func shortEntry(_ flag: Flag) -> [String] {
    let facts = flag.facts.map { "[\($0)]" }.joined(separator: " ")
    return entry("  \(flag.label)", flag.summary + (facts.isEmpty ? "" : " " + facts))
  }

  /// A label with text in a column beside it, or below it where the label is too long.
  private func entry(_ label: String, _ text: String) -> [String] {
    let column = Self.summaryColumn
    var lines = wrapped(text, indentation: column)
    if label.count <= column - 2, let first = lines.first {
      lines[0] = label.padded(to: column) + first.dropFirst(column)
      return lines
    }
    return [label] + lines
  }

  private func wrapped(_ text: String, indentation: Int = 0) -> [String] {
    TextWrapping.lines(text, columns: columns, indentation: indentation)
  }
}

extension Flag {
  /// The question for help, which the program and every command answer.
  static let help = Flag(
    "help", short: "h", in: .general, summary: "Show help: -h in brief, --help in full"
  ) { _ in }

  /// The question for the version, which the program answers.
  static let version = Flag("version", short: "V", in: .general, summary: "Show the version") {
    _ in
  }

  /// How the flag is written, in a column of its own for the short name.
  var label: String {
    let shortName = short.map { "-\($0), " } ?? "    "
    return "\(shortName)--\(name)" + (value.map { " \($0.name)" } ?? "")
  }

  /// Default and choices, each as a name and a value.
  var facts: [String] {
    var facts: [String] = []
    if !choices.isEmpty { facts.append("choices: \(choices.joined(separator: ", "))") }
    if let defaultText = value?.defaultText { facts.append("default: \(defaultText)") }
    return facts
  }
}
