import MediaTypes

/// AST, the streams of a game console.
///
/// Source: FFmpeg's documentation of the container; blocks behind a header of 64 bytes.
enum NintendoStream: SignatureProbe {
  static let signatures = [
    Signature(.nintendoStream, "STRM", at: 64, "BLCK")
  ]
}

extension MediaFormat {
  static let nintendoStream = MediaFormat(
    "ast", mime: "audio/x-ast",
    uniformType: "com.nintendo.ast", kind: .audio, fileExtensions: ["ast"])
}
