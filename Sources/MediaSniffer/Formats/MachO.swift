import MediaTypes

/// Mach-O programs of one architecture.
///
/// Source: Apple, `mach-o/loader.h`.
enum MachO: SignatureProbe {
  static let signatures = [
    Signature(.machO, [0xFE, 0xED, 0xFA, 0xCE]),
    Signature(.machO, [0xFE, 0xED, 0xFA, 0xCF]),
    Signature(.machO, [0xCE, 0xFA, 0xED, 0xFE]),
    Signature(.machO, [0xCF, 0xFA, 0xED, 0xFE]),
  ]
}

extension MediaFormat {
  static let machO = MediaFormat(
    "macho", mime: "application/x-mach-binary",
    uniformType: "com.apple.mach-o-binary", kind: .other, fileExtensions: ["dylib", "o"],
    conformsTo: [.executable])
}
