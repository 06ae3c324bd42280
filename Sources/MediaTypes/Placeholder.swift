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
  public var thumbHashText: String {
    String(decoding: Base64.encoded(thumbHash), as: UTF8.self)
  }
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
