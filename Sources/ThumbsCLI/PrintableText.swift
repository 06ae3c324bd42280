/// Text that may stand in a line on a terminal, whatever a name says.
enum PrintableText {
  /// The bytes as text in which nothing moves the cursor, breaks the line or turns its direction.
  ///
  /// Control signs and bytes that are not UTF-8 are written as in C: `\n`, `\t`, `\x1b`; a
  /// backslash as two.
  ///
  /// - Parameter bytes: A name, in UTF-8 as a rule.
  /// - Returns: One line of text.
  static func escaped(_ bytes: [UInt8]) -> String {
    // Most names need nothing.
    if bytes.allSatisfy({ 0x20...0x7E ~= $0 && $0 != 0x5C }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        offset += encoded.count
        text += escaped(Unicode.UTF8.decode(encoded))
      case .error(let length):
        for byte in bytes[offset..<(offset + length)] { text += hexadecimal(byte) }
        offset += length
      case .emptyInput: return text
      }
    }
  }

  /// The text with its control signs escaped.
  ///
  /// - Parameter text: A message or a name.
  /// - Returns: One line of text.
  static func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case "\\": "\\\\"
    // Marks, embeddings, overrides and isolates of direction: they reorder what stands after them.
    case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      "\\u{\(String(scalar.value, radix: 16))}"
    default:
      switch scalar.properties.generalCategory {
      case .control where scalar.isASCII: hexadecimal(UInt8(truncatingIfNeeded: scalar.value))
      case .control, .lineSeparator, .paragraphSeparator:
        "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
