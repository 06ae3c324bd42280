import MediaTypes

/// OpenType fonts with outlines of PostScript.
///
/// Source: ISO/IEC 14496-22 § 4.3.
enum OpenType: SignatureProbe {
  static let signatures = [Signature(.openType, "OTTO")]
}

extension MediaFormat {
  static let openType = MediaFormat(
    "otf", mime: "font/otf",
    uniformType: "public.opentype-font", kind: .other, fileExtensions: ["otf"],
    conformsTo: [.font])
}
