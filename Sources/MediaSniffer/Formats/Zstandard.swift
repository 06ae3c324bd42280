import MediaTypes

/// Zstandard frames.
///
/// Source: RFC 8878 § 3.1.1.
enum Zstandard: SignatureProbe {
  static let signatures = [Signature(.zstandard, [0x28, 0xB5, 0x2F, 0xFD])]
}

extension MediaFormat {
  static let zstandard = MediaFormat(
    "zstd", mime: "application/zstd",
    uniformType: "org.facebook.zstandard", kind: .other, fileExtensions: ["zst"],
    conformsTo: [.archive])
}
