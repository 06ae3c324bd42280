import MediaTypes

/// Addresses as Windows keeps them.
///
/// Source: Microsoft, "Internet Shortcut": an INI file with one section of this name.
enum InternetShortcut: TextKind {
  static let format = MediaFormat.text(
    "url", "application/x-mswinurl", "com.microsoft.internet-shortcut", "url", conformsTo: .url)

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    head.start.hasPrefix("[internetshortcut]")
  }
}
