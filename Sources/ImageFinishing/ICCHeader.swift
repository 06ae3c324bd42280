internal import Pixels

/// The header of an ICC profile, as far as it tells whether the profile fits a picture.
///
/// Source: ICC.1:2022 § 7.2.
struct ICCHeader {
  private static let byteCount = 132

  /// Looks for what speaks against using a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile's bytes.
  ///   - model: The colour model of the picture.
  /// - Returns: The objection in words, or `nil` where there is none.
  static func objection(to profile: [UInt8], for model: PixelLayout.ColourModel) -> String? {
    guard profile.count >= byteCount, text(in: profile, at: 36) == "acsp" else {
      return "the embedded profile is no ICC profile"
    }
    let space = text(in: profile, at: 16)
    guard space == expectedSpace(of: model) else {
      return "the embedded profile is for \(space), the picture is not"
    }
    return nil
  }

  private static func expectedSpace(of model: PixelLayout.ColourModel) -> String {
    switch model {
    case .grey: "GRAY"
    case .rgb: "RGB "
    case .cmyk: "CMYK"
    case .lab: "Lab "
    }
  }

  private static func text(in profile: [UInt8], at offset: Int) -> String {
    String(decoding: profile[offset..<(offset + 4)], as: UTF8.self)
  }
}
