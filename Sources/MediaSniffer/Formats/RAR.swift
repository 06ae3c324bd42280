import MediaTypes

/// RAR archives, from version 1.4 on.
///
/// Source: RARLAB, "RAR 5.0 archive format"; UnRAR's `archive.cpp` for the older marks.
enum RAR: SignatureProbe {
  static let signatures = [
    Signature(.rar, "Rar!\u{1A}\u{7}"),
    Signature(.rar, "RE~^"),
  ]
}

extension MediaFormat {
  static let rar = MediaFormat(
    "rar", mime: "application/vnd.rar",
    uniformType: "com.rarlab.rar-archive", kind: .other, fileExtensions: ["rar"],
    conformsTo: [.archive])
}
