import MediaTypes

/// Images of discs, whatever their first sixteen sectors hold.
///
/// Source: ISO 9660 § 8.1; ECMA-167 part 2 § 9.1 (UDF alone).
enum DiscImage: FormatProbe {
  static let formats: [MediaFormat] = [.iso9660]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    // A stream would have to wait for it, whatever it is.
    guard !input.isForwardOnly, !input.ends(before: 34 << 10) else { return nil }
    return try input.has(oneOf: "CD001", "BEA01", at: 32769) ? Recognition(.iso9660) : nil
  }
}

extension MediaFormat {
  static let iso9660 = MediaFormat(
    "iso", mime: "application/x-iso9660-image", uniformType: "public.iso-image", kind: .other,
    fileExtensions: ["iso"],
    conformsTo: [.archive])
}
