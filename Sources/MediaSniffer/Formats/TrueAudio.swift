import MediaTypes

/// True Audio, versions 1 and 2.
///
/// Source: "The TTA Lossless Audio Codec", TTA1 header.
enum TrueAudio: SignatureProbe {
  static let signatures = [
    Signature(.trueAudio, "TTA1"),
    Signature(.trueAudio, "TTA2"),
  ]
}

extension MediaFormat {
  static let trueAudio = MediaFormat(
    "tta", mime: "audio/x-tta",
    uniformType: "org.tausoft.tta", kind: .audio, fileExtensions: ["tta"])
}
