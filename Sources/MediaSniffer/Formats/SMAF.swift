import MediaTypes

/// SMAF, the ring tones of Yamaha.
///
/// Source: Yamaha, "SMAF Specification", the file chunk.
enum SMAF: SignatureProbe {
  static let signatures = [
    Signature(.smaf, "MMMD")
  ]
}

extension MediaFormat {
  static let smaf = MediaFormat(
    "mmf", mime: "application/vnd.smaf",
    uniformType: "com.yamaha.smaf", kind: .audio, fileExtensions: ["mmf"])
}
