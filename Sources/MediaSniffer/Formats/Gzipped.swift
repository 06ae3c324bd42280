import MediaTypes

/// What gzip has packed, whatever it is.
///
/// Source: RFC 1952 § 2.3.
enum Gzipped: FormatProbe {
  static let formats: [MediaFormat] = [.gzip]
  static let firstBytes = FirstBytes.anyOf([0x1F])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0x1F8B, try input.u8(at: 2) == 8 else { return nil }
    return Recognition(.gzip)
  }
}

extension MediaFormat {
  static let gzip = MediaFormat(
    "gzip", mime: "application/gzip", uniformType: "org.gnu.gnu-zip-archive", kind: .other,
    fileExtensions: ["gz"])
}
