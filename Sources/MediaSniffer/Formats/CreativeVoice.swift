import MediaTypes

/// Creative Voice.
///
/// Source: Creative Labs, "VOC file format", the header.
enum CreativeVoice: SignatureProbe {
  static let signatures = [
    Signature(.creativeVoice, "Creative Voice File\u{1A}")
  ]
}

extension MediaFormat {
  static let creativeVoice = MediaFormat(
    "voc", mime: "audio/x-voc",
    uniformType: "com.creative.voice", kind: .audio, fileExtensions: ["voc"])
}
