import MediaTypes

/// Shockwave Flash, plain and packed.
///
/// Source: Adobe, "SWF File Format Specification" 19, chapter 2.
enum Flash: SignatureProbe {
  static let signatures = [
    Signature(.flash, "FWS"),
    Signature(.flash, "CWS"),
    Signature(.flash, "ZWS"),
  ]
}

extension MediaFormat {
  static let flash = MediaFormat(
    "swf", mime: "application/x-shockwave-flash",
    uniformType: "com.adobe.shockwave-flash", kind: .other, fileExtensions: ["swf"])
}
