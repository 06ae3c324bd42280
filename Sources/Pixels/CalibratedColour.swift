/// Colours that a file explains by numbers instead of a profile.
package struct CalibratedColour: Hashable, Sendable {
  /// Where white and the primaries lie, as CIE 1931 x and y.
  package struct Chromaticities: Hashable, Sendable {
    /// x and y of white, red, green and blue, in this order: eight numbers.
    package let values: [Double]

    /// Takes x and y of white, red, green and blue; `nil` where that are not eight numbers.
    package init?(_ values: [Double]) {
      guard values.count == 8 else { return nil }
      self.values = values
    }

    /// Those of BT.709 and sRGB.
    private static let sRGB = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
    /// A difference that nobody sees, and that writers make by rounding.
    private static let tolerance = 0.005

    /// Whether they are sRGB's, or as good as that.
    var areThoseOfSRGB: Bool {
      zip(values, Self.sRGB).allSatisfy { abs($0 - $1) <= Self.tolerance }
    }
  }

  /// The exponent with which samples were made of light; `nil` is sRGB's transfer function.
  package let encodingExponent: Double?
  /// Where white and the primaries lie; `nil` is sRGB's place.
  package let chromaticities: Chromaticities?

  /// How far the exponent times 2.2 may be from 1 to count as sRGB's transfer function, which
  /// 0.45455 is written for; libpng's own threshold.
  private static let exponentTolerance = 0.05

  /// Takes what a file says; `nil` where that is sRGB, or nothing that can be used.
  ///
  /// - Parameters:
  ///   - encodingExponent: The exponent with which samples were made of light.
  ///   - chromaticities: Where white and the primaries lie.
  package init?(encodingExponent: Double?, chromaticities: Chromaticities?) {
    let exponent = encodingExponent.flatMap { (0.05...20).contains($0) ? $0 : nil }
    self.encodingExponent = exponent.flatMap {
      abs($0 * 2.2 - 1) <= Self.exponentTolerance ? nil : $0
    }
    self.chromaticities = chromaticities.flatMap { $0.areThoseOfSRGB ? nil : $0 }
    guard self.encodingExponent != nil || self.chromaticities != nil else { return nil }
  }
}
