package import MediaTypes

/// What a PNG says about its colours, besides their numbers; who decides what counts is the caller.
///
/// Source: W3C PNG Specification (third edition) § 11.3.2.
package struct PNGColour: Sendable, Hashable {
  /// Where white and the primaries lie, as CIE 1931 x and y.
  package struct Chromaticities: Sendable, Hashable {
    /// x and y of white, red, green and blue, in this order.
    package let values: [Double]
  }

  /// The profile of `iCCP`, inflated; `nil` where there is none that can be.
  package internal(set) var iccProfile: [UInt8]?
  /// Whether an embedded profile could not be inflated, or was too long.
  package internal(set) var hasBrokenProfile = false
  /// The code points of `cICP`.
  package internal(set) var codePoints: ColourFacts.CodePoints?
  /// Whether `sRGB` is there.
  package internal(set) var isSRGB = false
  /// The exponent of `gAMA` with which samples were made of light, mostly 0.45455.
  package internal(set) var gamma: Double?
  /// The chromaticities of `cHRM`.
  package internal(set) var chromaticities: Chromaticities?

  /// A number that files store in units of 1/100,000.
  static func fraction(_ bytes: [UInt8], at offset: Int) -> Double {
    Double(bytes.bigEndianUInt32(at: offset)) / 100_000
  }
}
