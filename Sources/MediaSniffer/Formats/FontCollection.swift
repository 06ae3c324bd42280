import MediaTypes

/// Several fonts in one file.
///
/// Source: ISO/IEC 14496-22 § 4.4.
enum FontCollection: SignatureProbe {
  static let signatures = [Signature(.fontCollection, "ttcf")]
}

extension MediaFormat {
  static let fontCollection = MediaFormat(
    "ttc", mime: "font/collection",
    uniformType: "public.truetype-collection-font", kind: .other, fileExtensions: ["ttc"],
    conformsTo: [.font])
}
