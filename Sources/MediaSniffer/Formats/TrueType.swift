import MediaTypes

/// TrueType fonts.
///
/// Source: ISO/IEC 14496-22 § 4.3; Apple, "TrueType Reference Manual", chapter 6.
enum TrueType: SignatureProbe {
  static let signatures = [
    Signature(.trueType, [0, 1, 0, 0, 0]),
    Signature(.trueType, "true"),
  ]
}

extension MediaFormat {
  static let trueType = MediaFormat(
    "ttf", mime: "font/ttf",
    uniformType: "public.truetype-ttf-font", kind: .other, fileExtensions: ["ttf"],
    conformsTo: [.font])
}
