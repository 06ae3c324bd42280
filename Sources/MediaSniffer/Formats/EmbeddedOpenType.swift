import MediaTypes

/// Embedded OpenType, the web fonts of Internet Explorer.
///
/// Source: W3C, "Embedded OpenType (EOT) File Format" § 4.1: version and magic number.
enum EmbeddedOpenType: FormatProbe {
  static let formats: [MediaFormat] = [.embeddedOpenType]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("LP", at: 34) else { return nil }
    let version = try input.u32(at: 8, .little)
    return [0x0001_0000, 0x0002_0001, 0x0002_0002].contains(version)
      ? Recognition(.embeddedOpenType) : nil
  }
}

extension MediaFormat {
  static let embeddedOpenType = MediaFormat(
    "eot", mime: "application/vnd.ms-fontobject", uniformType: "com.microsoft.eot-font",
    kind: .other, fileExtensions: ["eot"], conformsTo: [.font])
}
