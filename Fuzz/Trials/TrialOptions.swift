/// Why the arguments mean nothing.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What the trials were asked for.
struct TrialOptions {
  static let usage = """
    usage: parser-trials [--count N] [--starts N] [--seed N] [--found DIR] FIXTURES [PARSER...]
           parser-trials --input NUMBER --save FILE FIXTURES PARSER

    Hands files of FIXTURES, starts of them and N damaged ones (100000) to parsers, each parser in
    a process of its own, and says what became of them. Inputs that end the process, or take longer
    than their length and pixels allow, are kept in DIR, and the status is 1.
    With --input, one input is written to a file.
    """

  /// Damaged inputs of each parser.
  private(set) var count = 100_000
  /// Starts of one file that are tried at most.
  private(set) var startLimit = 2048
  /// What all chance follows from.
  private(set) var seed: UInt64 = 1
  /// Where inputs are kept that show a fault; `nil` is nowhere.
  private(set) var found: String?
  /// The input that is wanted as a file, and the file.
  private(set) var input: Int?
  private(set) var save: String?
  /// In a process of one parser, the input to begin with.
  private(set) var from: Int?
  private(set) var fixtures = ""
  /// The parsers that were named.
  private(set) var names: [String] = []

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--count": count = try Self.number(rest.popFirst())
      case "--starts": startLimit = try Self.number(rest.popFirst())
      case "--seed": seed = UInt64(try Self.number(rest.popFirst()))
      case "--found": found = rest.popFirst()
      case "--input": input = try Self.number(rest.popFirst())
      case "--save": save = rest.popFirst()
      case "--from": from = try Self.number(rest.popFirst())
      case "--help", "-h": throw Misuse(Self.usage)
      default: if fixtures.isEmpty { fixtures = word } else { names.append(word) }
      }
    }
    guard !fixtures.isEmpty else { throw Misuse(Self.usage) }
  }

  /// The words by which a process of one parser is started.
  func words(for name: String, from index: Int) -> [String] {
    ["--count", "\(count)", "--starts", "\(startLimit)", "--seed", "\(seed)", "--from", "\(index)"]
      + [fixtures, name]
  }

  private static func number(_ word: String?) throws -> Int {
    guard let word, let number = Int(word), number >= 0 else { throw Misuse(usage) }
    return number
  }
}
