import MediaTypes
import Testing

// Parsing is this room's own; no other room sees it.
@testable import ThumbsCLI

@Suite("Reading a command line", .timeLimit(.minutes(1)))
struct CommandLineParserTests {
  /// A command with every kind of flag.
  static let parser = CommandLineParser(commands: [
    Command(
      "make", summary: "Makes", flags: [.sizes, .format, .quiet, .verbose, .outputFile, .budget]
    ) { _ in .done },
    Command("sniff", summary: "Sniffs", flags: [.json]) { _ in .done },
  ])

  static func parsed(_ words: [Word]) throws -> (TypedArguments, [Word]) {
    guard case .run(_, let arguments, let operands) = try parser.parse(words) else {
      throw UsageError("no command is to be run")
    }
    return (arguments, operands)
  }

  @Test(
    "A value may be attached or follow, under the long and the short name",
    arguments: [
      ["make", "--size=45", "a"], ["make", "--size", "45", "a"], ["make", "-s45", "a"],
      ["make", "-s", "45", "a"], ["make", "a", "-qs45"], ["make", "-vqs", "45", "--", "a"],
    ] as [[Word]])
  func spellings(words: [Word]) throws {
    let (arguments, operands) = try Self.parsed(words)
    #expect(arguments.thumbnails.sizes == [45])
    #expect(operands == ["a"])
  }

  @Test("Of a flag given twice the last counts")
  func lastCounts() throws {
    #expect(try Self.parsed(["make", "-s1", "-s2"]).0.thumbnails.sizes == [2])
  }

  @Test("After two dashes all is an operand, and one dash is one anywhere")
  func operands() throws {
    let (arguments, operands) = try Self.parsed(["make", "-", "--", "-q", "--size", "--"])
    #expect(!arguments.isQuiet)
    #expect(operands == ["-", "-q", "--size", "--"])
  }

  @Test("The value of a flag may be a dash, and begin with one")
  func dashes() throws {
    #expect(try Self.parsed(["make", "-o", "-"]).0.output == "-")
    #expect(try Self.parsed(["make", "--output=-x"]).0.output == "-x")
  }

  @Test("Names need not be UTF-8")
  func bytes() throws {
    let name = Word([0x66, 0xFF, 0x6F])
    let (arguments, operands) = try Self.parsed(["make", "-o", name, name])
    #expect(arguments.output == name)
    #expect(operands == [name])
  }

  struct Wrong: CustomTestStringConvertible, Sendable {
    let words: [Word]
    let message: String
    var testDescription: String { words.map(\.text).joined(separator: " ") }

    init(_ words: [Word], _ message: String) {
      self.words = words
      self.message = message
    }
  }

  @Test(
    "What is wrong is said in one line, with what could be meant",
    arguments: [
      Wrong([], "no command is named; see thumbs -h"),
      Wrong(["snif"], "no command 'snif'; did you mean 'sniff'?"),
      Wrong(["--size"], "'--size' stands where a command is wanted; see thumbs -h"),
      Wrong(["a/b.jpg"], "no command 'a/b.jpg'; see thumbs -h"),
      Wrong(["help", "mkae"], "no command 'mkae'; did you mean 'make'?"),
      Wrong(["make", "--szie", "3"], "no option '--szie'; did you mean '--size'?"),
      Wrong(["make", "--out=3"], "no option '--out'; did you mean '--output'?"),
      Wrong(["make", "--colourful"], "no option '--colourful'; see thumbs make -h"),
      Wrong(["make", "-x"], "no option '-x'; see thumbs make -h"),
      Wrong(["make", "-\u{1B}"], "no option '-\\x1b'; see thumbs make -h"),
      Wrong(["make", "--size"], "--size wants a value: --size N[,N...]"),
      Wrong(["make", "-s"], "-s wants a value: -s N[,N...]"),
      Wrong(["make", "--size="], "--size has an empty value; it wants N[,N...]"),
      Wrong(["make", "--quiet=1"], "--quiet takes no value"),
      Wrong(
        ["make", "--size", "12,x"],
        "--size: '12,x' is not a list of sizes in pixels, such as 256 or 45,256,1024"),
      Wrong(["make", "-s0"], "-s: '0' is not from 1 to 65500"),
      Wrong(
        ["make", "--budget", "12XB"],
        "--budget: '12XB' is no number of bytes; write it as 120MB, 1.5GiB or 4096"),
      Wrong(
        ["make", "--format", "pgn"],
        "--format: 'pgn' is none of jpeg, png, webp, avif; did you mean png?"),
      Wrong(["make", "--bogus", "--size=x"], "no option '--bogus'; see thumbs make -h"),
    ])
  func refusals(wrong: Wrong) throws {
    let refusal = #expect(throws: CommandLineParser.Refusal.self) {
      try Self.parser.parse(wrong.words)
    }
    #expect(refusal?.error.message == wrong.message)
  }

  @Test(
    "A question for help goes before whatever else is wrong",
    arguments: [
      (["-h"], nil, false), (["--help"], nil, true), (["help"], nil, true),
      (["help", "sniff"], "sniff", true), (["sniff", "-h"], "sniff", false),
      (["sniff", "--bogus", "--help"], "sniff", true), (["make", "-qh"], "make", false),
      (["make", "-h", "--help"], "make", true),
    ] as [([Word], String?, Bool)])
  func help(words: [Word], name: String?, isLong: Bool) throws {
    guard case .help(let command, let long) = try Self.parser.parse(words) else {
      Issue.record("no help was asked for")
      return
    }
    #expect(command?.name == name)
    #expect(long == isLong)
  }

  @Test("A question for help is none where it is a value or an operand")
  func noHelp() throws {
    #expect(try Self.parsed(["make", "-o", "-h"]).0.output == "-h")
    #expect(try Self.parsed(["make", "--", "--help"]).1 == ["--help"])
  }
}
