import MediaTypes

/// The native format of SoX, in either order of bytes.
///
/// Source: SoX, soxformat(7), "sox".
enum SoX: SignatureProbe {
  static let signatures = [
    Signature(.sox, ".SoX"),
    Signature(.sox, "XoS."),
  ]
}

extension MediaFormat {
  static let sox = MediaFormat(
    "sox", mime: "audio/x-sox",
    uniformType: "net.sourceforge.sox", kind: .audio, fileExtensions: ["sox"])
}
