/// What can be shown before a thumbnail is there.
public struct Placeholder: Sendable, Hashable {
  /// A ThumbHash: a picture of some 25 bytes.
  public var thumbHash: [UInt8]
  /// The colour that most of the picture has.
  public var dominantColour: RGBColour

  /// Creates a placeholder.
  ///
  /// - Parameters:
  ///   - thumbHash: The bytes of a ThumbHash.
  ///   - dominantColour: The colour that most of the picture has.
  public init(thumbHash: [UInt8], dominantColour: RGBColour) {
    self.thumbHash = thumbHash
    self.dominantColour = dominantColour
  }

  /// The ThumbHash in base64 with padding (RFC 4648 § 4).
  public var thumbHashText: String { Base64Text.encoded(thumbHash) }
}

extension RGBColour {
  /// The colour as in CSS, such as `#c93c28`.
  public var hexText: String {
    "#"
      + [red, green, blue].map { byte in
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}

/// Base64 with padding.
///
/// Source: RFC 4648 § 4.
enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 {
        let isPadding = place > part.count
        text.append(
          isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
