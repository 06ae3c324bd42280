import MediaTypes

/// Colour profiles.
///
/// Source: ICC.1:2022 § 7.2.
enum ICCProfile: FormatProbe {
  static let formats: [MediaFormat] = [.icc]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.has("acsp", at: 36) ? Recognition(.icc) : nil
  }
}

extension MediaFormat {
  static let icc = MediaFormat(
    "icc", mime: "application/vnd.iccprofile", uniformType: "com.apple.colorsync-profile",
    kind: .other, fileExtensions: ["icc", "icm"])
}
