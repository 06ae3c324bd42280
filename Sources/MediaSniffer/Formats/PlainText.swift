import MediaTypes

/// Text of all kinds, by the absence of control codes; its first words tell the kind.
///
/// Source: WHATWG MIME Sniffing Standard § 7.1.
enum PlainText: FormatProbe {
  static let formats: [MediaFormat] = TextKinds.all.map { $0.format } + [.plainText]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard let head = try TextHead.read(input) else { return nil }
    for kind in TextKinds.all where try kind.fits(head, input) {
      return recognition(kind.format, head)
    }
    return recognition(.plainText, head)
  }

  private static func recognition(_ format: MediaFormat, _ head: TextHead) -> Recognition {
    let encoding = head.encoding
    return Recognition(format) { _, found throws(Shortage) in
      found.facts.textEncoding = encoding
    }
  }
}

extension MediaFormat {
  static let plainText = text("text", "text/plain", "public.plain-text", "txt")
}
