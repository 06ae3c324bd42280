import MediaTypes

/// Documents of XML whose root element tells nothing more.
///
/// Source: Extensible Markup Language 1.0 (fifth edition) § 2.8.
enum XML: TextKind {
  static let format = MediaFormat.text("xml", "application/xml", "public.xml", "xml")

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    head.start.hasPrefix("<?xml")
  }
}
