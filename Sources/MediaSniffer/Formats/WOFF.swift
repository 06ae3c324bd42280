import MediaTypes

/// Web fonts, both versions.
///
/// Source: W3C, "WOFF File Format 1.0" § 3 and "WOFF File Format 2.0" § 4.
enum WOFF: SignatureProbe {
  static let signatures = [
    Signature(.woff, "wOFF"),
    Signature(.woff2, "wOF2"),
  ]
}

extension MediaFormat {
  static let woff = MediaFormat(
    "woff", mime: "font/woff",
    uniformType: "org.w3.woff", kind: .other, fileExtensions: ["woff"],
    conformsTo: [.font])
  static let woff2 = MediaFormat(
    "woff2", mime: "font/woff2",
    uniformType: "org.w3.woff2", kind: .other, fileExtensions: ["woff2"],
    conformsTo: [.font])
}
