/// The first bytes of a text, and how they stand for characters.
struct TextHead: Sendable {
  /// How many bytes are examined.
  private static let examinedBytes = 1024

  /// The name of the encoding as registered with IANA, as far as the examined bytes tell: text
  /// whose first bytes are all of ASCII counts as `us-ascii`.
  let encoding: String
  /// The text without mark and leading space; of wide characters the low bytes, which is enough to
  /// recognise words of ASCII.
  let bytes: ArraySlice<UInt8>
  /// The first 64 bytes of the text in lower case.
  let start: String
  /// Whether a character has a byte, or a few.
  let isNarrow: Bool

  /// Reads the head of a file; `nil` where it holds what no text holds.
  ///
  /// Source: WHATWG MIME Sniffing Standard § 3 (binary data bytes); The Unicode Standard 15 § 23.8
  /// (byte order mark).
  static func read(_ input: ByteWindow) throws(Shortage) -> TextHead? {
    let bytes = try input.prefix(examinedBytes, at: 0)
    if let mark = Mark.all.first(where: { bytes.starts(with: $0.bytes) }) {
      let rest = bytes.dropFirst(mark.bytes.count)
      guard mark.width > 1 else { return narrow(rest, encoding: mark.encoding) }
      guard rest.count >= 2 else { return nil }
      return TextHead(mark.encoding, mark.lowBytes(of: rest)[...], isNarrow: false)
    }
    return narrow(bytes, encoding: nil)
  }

  private static func narrow(_ bytes: ArraySlice<UInt8>, encoding: String?) -> TextHead? {
    var highest: UInt8 = 0
    for byte in bytes {
      if byte < 0x20, isBinary(byte) { return nil }
      highest = max(highest, byte)
    }
    return TextHead(
      encoding ?? (highest < 0x80 ? "us-ascii" : wideEncoding(of: bytes)), bytes, isNarrow: true)
  }

  private init(_ encoding: String, _ bytes: ArraySlice<UInt8>, isNarrow: Bool) {
    self.encoding = encoding
    self.isNarrow = isNarrow
    self.bytes = bytes.drop(while: TextScanner.isSpace)
    start = String(decoding: self.bytes.prefix(64), as: UTF8.self).lowercased()
  }

  private static func isBinary(_ byte: UInt8) -> Bool {
    byte <= 8 || byte == 0x0B || 0x0E...0x1A ~= byte || 0x1C...0x1F ~= byte
  }

  /// The encoding of text with bytes above ASCII.
  private static func wideEncoding(of bytes: ArraySlice<UInt8>) -> String {
    // The last character may be cut.
    let isUTF8 = (0...3).contains {
      String(validating: bytes.dropLast($0), as: UTF8.self) != nil
    }
    if isUTF8 { return "utf-8" }
    // Bytes that are control codes in the one are letters in the other.
    return bytes.contains { 0x80...0x9F ~= $0 } ? "windows-1252" : "iso-8859-1"
  }

  /// The bytes at the front that tell the encoding.
  private struct Mark {
    let bytes: [UInt8]
    let encoding: String
    /// Bytes a character.
    let width: Int
    /// Whether the lowest byte of a character comes first.
    let isLittle: Bool

    /// The longer ones first: one begins with another.
    static let all = [
      Mark(bytes: [0xFF, 0xFE, 0, 0], encoding: "utf-32le", width: 4, isLittle: true),
      Mark(bytes: [0, 0, 0xFE, 0xFF], encoding: "utf-32be", width: 4, isLittle: false),
      Mark(bytes: [0xFF, 0xFE], encoding: "utf-16le", width: 2, isLittle: true),
      Mark(bytes: [0xFE, 0xFF], encoding: "utf-16be", width: 2, isLittle: false),
      Mark(bytes: [0xEF, 0xBB, 0xBF], encoding: "utf-8", width: 1, isLittle: true),
    ]

    func lowBytes(of text: ArraySlice<UInt8>) -> [UInt8] {
      let first = text.startIndex + (isLittle ? 0 : width - 1)
      return stride(from: first, to: text.endIndex, by: width).map { text[$0] }
    }
  }
}
