import Testing

// The tables are this room's own; no other room sees them.
@testable import ThumbsCLI

@Suite("The tables of commands and flags", .timeLimit(.minutes(1)))
struct FlagTableTests {
  static let declared = ThumbsCommand.commands.flatMap { command in
    command.flags.map { (command: command, flag: $0) }
  }

  @Test("No two commands share a name, and no two flags of a command")
  func uniqueNames() {
    let names = ThumbsCommand.commands.map(\.name)
    #expect(Set(names).count == names.count)
    for command in ThumbsCommand.commands {
      let long = command.flags.map(\.name)
      let short = command.flags.compactMap(\.short)
      #expect(Set(long).count == long.count, "\(command.name)")
      #expect(Set(short).count == short.count, "\(command.name)")
      #expect(!long.contains("help") && !short.contains("h"), "\(command.name)")
    }
  }

  @Test("Names are lower case with dashes; short names are letters or digits")
  func formOfNames() {
    for (_, flag) in Self.declared {
      #expect(flag.name.allSatisfy { $0.isLowercase && $0.isASCII || $0 == "-" }, "\(flag.name)")
      #expect(flag.name.count > 1)
      #expect(flag.short.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? true, "\(flag.name)")
    }
  }

  @Test("Summaries begin with a capital, have no full stop and fit in two lines")
  func formOfSummaries() {
    let summaries =
      Self.declared.map(\.flag.summary) + ThumbsCommand.commands.map(\.summary)
    for summary in summaries {
      #expect(summary.first?.isUppercase == true, "\(summary)")
      #expect(!summary.hasSuffix("."), "\(summary)")
      #expect(summary.count <= 100, "\(summary)")
    }
  }

  @Test("Details are sentences")
  func formOfDetails() {
    let details =
      Self.declared.flatMap(\.flag.details) + ThumbsCommand.commands.flatMap(\.details)
    #expect(!details.isEmpty)
    for paragraph in details {
      #expect(paragraph.hasSuffix("."), "\(paragraph)")
      #expect(!paragraph.contains("  "), "\(paragraph)")
      #expect(!paragraph.contains("\n"), "\(paragraph)")
    }
  }

  @Test("A default that help tells of is the one that holds")
  func defaults() throws {
    // These are told in words, since they depend on the machine or on the paths that are named.
    let described = ["jobs", "output"]
    for (_, flag) in Self.declared where !described.contains(flag.name) {
      guard case .read(let value, let read) = flag.effect, let text = value.defaultText else {
        continue
      }
      var arguments = TypedArguments()
      try read(&arguments, Word(Array(text.utf8)))
      #expect(arguments == TypedArguments(), "\(flag.name)")
    }
  }

  @Test("Each choice that help tells of is understood")
  func choices() throws {
    for (_, flag) in Self.declared {
      guard case .read(let value, let read) = flag.effect else { continue }
      for choice in flag.choices {
        var arguments = TypedArguments()
        try read(&arguments, Word(Array(choice.utf8)))
        let isDefault = choice == value.defaultText
        #expect((arguments == TypedArguments()) == isDefault, "\(flag.name) \(choice)")
      }
    }
  }

  @Test("No line of help is wider than the screen", arguments: [60, 80, 100])
  func width(columns: Int) {
    for isLong in [false, true] {
      let screen = HelpScreen(isLong: isLong, columns: columns)
      let texts =
        [screen.text(on: .thumbs, commands: ThumbsCommand.commands)]
        + ThumbsCommand.commands.map { screen.text(on: $0) }
      let examples = Set(ThumbsCommand.commands.flatMap(\.examples).map { "  \($0.line)" })
      for line in texts.flatMap({ $0.split(separator: "\n") })
      where !examples.contains(String(line)) && !line.hasPrefix("Usage:") {
        #expect(line.count <= columns, "\(line)")
      }
    }
  }

  @Test("Examples begin with a command that exists, or pipe into one")
  func examples() {
    let names = Set(ThumbsCommand.commands.map(\.name))
    for example in ThumbsCommand.commands.flatMap(\.examples) {
      let words = example.line.split { " ()".contains($0) }
      let uses = zip(words, words.dropFirst()).filter { $0.0 == "thumbs" }.map { String($0.1) }
      #expect(!uses.isEmpty, "\(example.line)")
      #expect(uses.allSatisfy(names.contains), "\(example.line)")
    }
  }
}
