import MediaTypes

/// Direct Stream Digital of Philips.
///
/// Source: Philips, "DSDIFF File Format Specification" 1.5 § 3.
enum DSDIFF: SignatureProbe {
  static let signatures = [Signature(.dsdiff, "FRM8", at: 12, "DSD ")]
}

extension MediaFormat {
  static let dsdiff = MediaFormat(
    "dff", mime: "audio/x-dff",
    uniformType: "com.philips.dff", kind: .audio, fileExtensions: ["dff"])
}
