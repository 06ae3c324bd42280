import MediaTypes

/// The .xz format.
///
/// Source: Tukaani, "The .xz File Format" 1.2.1 § 2.1.1.1.
enum XZ: SignatureProbe {
  static let signatures = [Signature(.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])]
}

extension MediaFormat {
  static let xz = MediaFormat(
    "xz", mime: "application/x-xz",
    uniformType: "org.tukaani.xz-archive", kind: .other, fileExtensions: ["xz"],
    conformsTo: [.archive])
}
