import MediaTypes

/// Messages of electronic mail, by header fields that only they have.
///
/// Source: RFC 5322 § 3.6.
enum Mail: TextKind {
  static let format = MediaFormat.text(
    "mail", "message/rfc822", "com.apple.mail.email", "eml")

  /// Fields of which one must stand on the first line.
  private static let first = [
    "return-path:", "received:", "delivered-to:", "mime-version:", "message-id:", "from:", "date:",
    "to:", "subject:", "x-",
  ]
  /// Fields of which two must come among the first lines, one of them a message's own.
  private static let fields = ["from:", "to:", "date:", "subject:", "message-id:", "mime-version:"]

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    guard first.contains(where: head.start.hasPrefix) else { return false }
    var seen: Set<String> = []
    for line in head.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.isEmpty || line.elementsEqual([0x0D]) { break }
      let start = String(decoding: line.prefix(16), as: UTF8.self).lowercased()
      if let field = fields.first(where: start.hasPrefix) { seen.insert(field) }
    }
    return seen.count >= 3
  }
}
