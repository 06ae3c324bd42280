/// A word of the command line, as the bytes that were given; names of files need not be UTF-8.
package struct Word: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The bytes that were given.
  package let bytes: [UInt8]

  /// Takes the bytes of a word.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Takes a word that is text.
  package init(stringLiteral text: String) { bytes = Array(text.utf8) }

  /// The word as text; what is not UTF-8 is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as it may stand in a line for people.
  var printable: String { PrintableText.escaped(bytes) }

  /// Whether the word stands for standard input or output.
  var isDash: Bool { bytes == [UInt8(ascii: "-")] }
}
