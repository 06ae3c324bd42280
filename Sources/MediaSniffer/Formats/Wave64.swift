import MediaTypes

/// Sony's Wave64, which has lengths of 64 bits.
///
/// Source: Sony Pictures Digital, "Sony Wave64", the GUID at the front.
enum Wave64: SignatureProbe {
  static let signatures = [
    Signature(
      .wave64, Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0])
  ]
}

extension MediaFormat {
  static let wave64 = MediaFormat(
    "w64", mime: "audio/x-w64",
    uniformType: "com.sonicfoundry.wave64", kind: .audio, fileExtensions: ["w64"])
}
