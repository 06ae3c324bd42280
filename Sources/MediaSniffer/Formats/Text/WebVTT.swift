import MediaTypes

/// Subtitles of the web.
///
/// Source: W3C, "WebVTT" § 4.1.
enum WebVTT: TextKind {
  static let format = MediaFormat.text("vtt", "text/vtt", "org.w3.webvtt", "vtt")

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    guard head.start.hasPrefix("webvtt") else { return false }
    return head.bytes.dropFirst(6).first.map(TextScanner.isSpace) ?? true
  }
}
