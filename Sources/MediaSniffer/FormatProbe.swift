import MediaTypes

/// How one format, or one family of formats, is recognised.
///
/// To add a format: a file of its name in `Formats` with a type that conforms, and a line in
/// `FormatProbes.all`.
protocol FormatProbe: SendableMetatype {
  /// The formats that the probe recognises and that are declared beside it.
  static var formats: [MediaFormat] { get }

  /// The values that the first byte of such a file can have.
  static var firstBytes: FirstBytes { get }

  /// Looks at the first bytes.
  ///
  /// Offsets that the file does not have throw `Shortage.unavailable`, which counts as "no".
  /// It asks for as few bytes as can decide, because a stream waits for them.
  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition?
}

extension FormatProbe {
  static var formats: [MediaFormat] { [] }
}

/// Which values the first byte of a file of some format can have.
enum FirstBytes: Sendable {
  /// Any.
  case any
  /// One of these.
  case anyOf([UInt8])

  /// The first byte of each text.
  static func of(_ texts: String...) -> FirstBytes {
    .anyOf(texts.compactMap { $0.utf8.first })
  }
}

/// The answer of a probe that knows the bytes.
struct Recognition {
  /// The format, or the most likely one of its family.
  var format: MediaFormat
  /// Whether the parser cannot come to another one.
  var isCertain = true
  /// Who finds the rest; `nil` where there is nothing more to find.
  var parser: (any FormatParser)?

  /// Names a format of which there is nothing more to find.
  init(_ format: MediaFormat) { self.format = format }

  /// Names a format and who finds the rest.
  init(_ format: MediaFormat, isCertain: Bool = true, _ parser: any FormatParser) {
    self.format = format
    self.isCertain = isCertain
    self.parser = parser
  }
}

/// Whether a parser has more to do.
enum Progress: Sendable {
  /// Run the next step.
  case more
  /// Everything is found.
  case done
}

/// Finds the facts of a file, one small step after another.
///
/// A step asks for bytes at any offset. What is not held throws, and the same step runs again once
/// it is: so a step reads first, and changes the parser and the findings only when it has read all.
/// `Shortage.unavailable` that leaves a step ends the parsing, with the warning `truncated`.
protocol FormatParser: Sendable {
  /// Does the next step, in bounded time.
  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress

  /// Completes the findings after the last step, also when the parsing was cut short.
  func conclude(_ found: inout Findings)
}

extension FormatParser {
  func conclude(_ found: inout Findings) {}
}

/// A parser of one step, for formats whose facts all stand in the header.
struct HeaderParser: FormatParser {
  /// Reads the header; it may run again, and so sets facts rather than add to them.
  let read: @Sendable (ByteWindow, inout Findings) throws(Shortage) -> Void

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    try read(input, &found)
    return .done
  }
}

extension Recognition {
  /// Names a format whose facts all stand in the header.
  init(
    _ format: MediaFormat, isCertain: Bool = true,
    header read: @escaping @Sendable (ByteWindow, inout Findings) throws(Shortage) -> Void
  ) {
    self.init(format, isCertain: isCertain, HeaderParser(read: read))
  }

  /// Names a format whose sides are numbers of 32 bits at fixed places.
  init(
    _ format: MediaFormat, widthAt width: UInt64, heightAt height: UInt64,
    _ order: ByteOrder = .little
  ) {
    self.init(format) { input, found throws(Shortage) in
      found.setSize(try input.u32(at: width, order), try input.u32(at: height, order))
    }
  }
}
