import MediaTypes

/// Adaptive Multi-Rate speech, narrow and wide band.
///
/// Source: RFC 4867 § 5.1.
enum AMR: SignatureProbe {
  static let signatures = [
    Signature(.amr, "#!AMR\n"),
    Signature(.amr, "#!AMR_MC1.0\n"),
    Signature(.amrWideband, "#!AMR-WB\n"),
    Signature(.amrWideband, "#!AMR-WB_MC1.0\n"),
  ]
}

extension MediaFormat {
  static let amr = MediaFormat(
    "amr", mime: "audio/amr",
    uniformType: "org.3gpp.adaptive-multi-rate-audio", kind: .audio, fileExtensions: ["amr"])
  static let amrWideband = MediaFormat(
    "amr-wb", mime: "audio/amr-wb",
    uniformType: "org.3gpp.amr-wb-audio", kind: .audio, fileExtensions: ["awb"])
}
