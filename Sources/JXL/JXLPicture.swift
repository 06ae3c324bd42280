package import MediaTypes

/// What a JPEG XL file says about its picture, as it is given out.
package struct JXLPicture: Hashable, Sendable {
  /// What the samples mean as colours.
  package enum Colours: Hashable, Sendable {
    /// Numbers that name primaries and transfer function.
    case codePoints(ColourFacts.CodePoints)
    /// The bytes of an ICC profile.
    case profile([UInt8])
  }

  /// Width and height as stored, in pixels.
  package var size: PixelSize
  /// Whether there is one channel of lightness and no colour.
  package var isGrey: Bool
  /// Whether there is opacity.
  package var hasAlpha: Bool
  /// Whether colours were multiplied by opacity.
  package var isPremultiplied: Bool
  /// What the samples mean; `nil` where that cannot be told.
  package var colours: Colours?
}
