/// A parser of bytes that nobody vouches for, as libFuzzer and the trials call it.
protocol ParserUnderTest {
  /// One input in so many is tried, where trials with this parser take long.
  static var rarity: Int { get }

  /// Inputs to begin with, beside those of fixtures.
  static var ownSeeds: [[UInt8]] { get }

  /// The input that a fixture gives; `nil` for those of other kinds.
  static func seed(from fixture: [UInt8]) -> [UInt8]?

  /// Hands bytes to the parser, and everything that it offers to those who are told that all is
  /// well; breaks of what it promises trap.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - pixelLimit: Pictures that claim more pixels are not decoded beyond their header.
  /// - Returns: What became of them.
  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict
}

extension ParserUnderTest {
  static var rarity: Int { 1 }
  static var ownSeeds: [[UInt8]] { [] }
}

/// What a parser says of an input.
enum Verdict {
  /// It was understood, and something was made of it.
  case made
  /// It was refused.
  case refused
  /// Its header was understood and claims more pixels than are tried.
  case tooLarge
  /// A picture of so many pixels was made of it.
  case picture(pixelCount: Int)
  /// Its header was understood, and the decoding of so many pixels failed.
  case failed(pixelCount: Int)
}
