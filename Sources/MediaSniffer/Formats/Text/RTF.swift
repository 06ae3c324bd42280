import MediaTypes

/// Rich Text Format.
///
/// Source: Microsoft, "Rich Text Format Specification" 1.9.1, "Header".
enum RTF: TextKind {
  static let format = MediaFormat.text("rtf", "application/rtf", "public.rtf", "rtf")

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool { head.start.hasPrefix("{\\rtf") }
}
