import MediaTypes

/// Pages of the web, also those that lack their first tags.
///
/// Source: WHATWG MIME Sniffing Standard § 7.1, the table of scriptable types.
enum HTML: TextKind {
  static let format = MediaFormat.text("html", "text/html", "public.html", "html", "htm")

  private static let tags = [
    "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table",
    "<a", "<style", "<title", "<b", "<body", "<br", "<p",
  ]

  static func fits(_ head: TextHead, _ input: ByteWindow) throws(Shortage) -> Bool {
    guard head.start.hasPrefix("<") else { return false }
    for tag in tags where head.start.hasPrefix(tag) {
      let next = head.bytes.dropFirst(tag.utf8.count).first
      if next == 0x3E || next.map(TextScanner.isSpace) ?? false { return true }
    }
    if head.isNarrow, let root = try XMLHead.read(input), root.name.lowercased() == "html" {
      return true
    }
    return head.start.hasPrefix("<!--")
  }
}
