import MediaTypes

/// Bzip2 streams: a block follows the header, or in an empty one its end.
///
/// Source: J. Seward, bzip2 1.0.8, `compress.c`.
enum Bzip2: SignatureProbe {
  static let signatures = [
    Signature(.bzip2, "BZh", at: 4, "1AY&SY"),
    Signature(.bzip2, [0x42, 0x5A, 0x68], at: 4, [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]),
  ]
}

extension MediaFormat {
  static let bzip2 = MediaFormat(
    "bzip2", mime: "application/x-bzip2",
    uniformType: "public.bzip2-archive", kind: .other, fileExtensions: ["bz2"],
    conformsTo: [.archive])
}
