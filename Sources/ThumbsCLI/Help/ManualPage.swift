/// The manual page, in the language of `man`, made from the tables of commands and flags.
///
/// Source: man-pages(7), man(7).
struct ManualPage: Sendable {
  let program: ProgramDescription
  let commands: [Command]

  /// The page.
  var text: String {
    let sections = [
      section("NAME", ["thumbs \\- " + Roff.text(lowerFirst(program.summary))]),
      section("SYNOPSIS", Array(commands.map { [Roff.bold($0.usage)] }.joined(separator: [".br"]))),
      section("DESCRIPTION", paragraphs([program.summary + "."] + program.details)),
      section("COMMANDS", commands.flatMap(entry)),
      section("EXIT STATUS", program.exitStatuses.flatMap { term($0.number, $0.meaning) }),
      section("ERROR CODES", program.errorCodes.flatMap { term($0.name, $0.meaning) }),
      section("ENVIRONMENT", program.environment.flatMap { term($0.name, $0.meaning) }),
      section("SEE ALSO", [".BR vipsthumbnail (1),", ".BR ffmpeg (1)"]),
    ]
    let head = ".TH THUMBS 1 \"\" \"thumbs \(ProgramDescription.version)\" \"User Commands\""
    return ([head] + sections.flatMap(\.self)).joined(separator: "\n")
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    [".SH \(title)"] + lines
  }

  private func entry(on command: Command) -> [String] {
    var lines = [".SS " + Roff.text(command.usage)]
    lines += paragraphs([command.summary + "."] + command.details)
    lines += command.flags.flatMap(entry)
    if !command.examples.isEmpty {
      lines += [".PP", "Examples:"]
      lines += command.examples.flatMap { term($0.line, $0.purpose) }
    }
    return lines
  }

  private func entry(on flag: Flag) -> [String] {
    let label = String(flag.label.drop { $0 == " " })
    let facts = flag.facts.map { " (\($0))" }.joined()
    return term(label, flag.summary + facts)
      + flag.details.flatMap { [".IP", Roff.text($0)] }
  }

  private func paragraphs(_ texts: [String]) -> [String] {
    Array(texts.map { [Roff.text($0)] }.joined(separator: [".PP"]))
  }

  private func term(_ name: String, _ meaning: String) -> [String] {
    [".TP", Roff.bold(name), Roff.text(meaning + ".")]
  }

  private func lowerFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Text as the typesetter behind `man` reads it.
///
/// Source: groff_char(7), groff(7) "Escape sequences".
enum Roff {
  /// Text that means itself.
  static func text(_ text: String) -> String {
    let body = text.map { sign in
      switch sign {
      case "\\": "\\e"
      // A bare one may be set as a hyphen, which cannot be searched for or pasted.
      case "-": "\\-"
      default: String(sign)
      }
    }.joined()
    // At the start of a line these two call the typesetter.
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }

  /// Text in bold that means itself.
  static func bold(_ text: String) -> String { "\\fB" + self.text(text) + "\\fR" }
}
