import MediaTypes

/// Text of all kinds, by its first words, and by the absence of control codes.
///
/// Source: WHATWG MIME Sniffing Standard § 3 (binary data bytes) and § 7.1.
enum PlainText: FormatProbe {
  static let formats: [MediaFormat] = [
    .plainText, .html, .xml, .rdf, .rtf, .json, .vcard, .calendar, .webVTT,
  ]
  static let firstBytes = FirstBytes.any
  private static let examinedBytes = 1024

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let bytes = Array(try input.prefix(examinedBytes, at: 0))
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      guard bytes.count >= 4 else { return nil }
      let low = bytes[0] == 0xFF ? 0 : 1
      let narrow = stride(from: 2 + low, to: bytes.count, by: 2).map { bytes[$0] }
      let isXML = narrow.starts(with: "<?xml".utf8)
      return Recognition(isXML ? .xml : .plainText)
    }
    guard !bytes.contains(where: isBinary) else { return nil }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = bytes[start...].drop(while: TextScanner.isSpace)
    let head = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
    for (word, format) in words where head.hasPrefix(word) { return Recognition(format) }
    if head.hasPrefix("<"), let root = try XMLHead.read(input) {
      if root.localName == "RDF" || root.localName == "xmpmeta" { return Recognition(.rdf) }
      if root.name.lowercased() == "html" { return Recognition(.html) }
      if head.hasPrefix("<?xml") { return Recognition(.xml) }
    }
    return Recognition(isJSON(text) ? .json : .plainText)
  }

  private static let words: [(String, MediaFormat)] = [
    ("{\\rtf", .rtf), ("<!doctype html", .html), ("<html", .html), ("begin:vcard", .vcard),
    ("begin:vcalendar", .calendar), ("webvtt\n", .webVTT), ("webvtt\r", .webVTT),
    ("webvtt ", .webVTT), ("webvtt\t", .webVTT),
  ]

  private static func isBinary(_ byte: UInt8) -> Bool {
    byte <= 8 || byte == 0x0B || 0x0E...0x1A ~= byte || 0x1C...0x1F ~= byte
  }

  /// Whether an object or an array begins, and its first value.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first == 0x7B || first == 0x5B else { return false }
    guard let next = text.dropFirst().first(where: { !TextScanner.isSpace($0) }) else {
      return false
    }
    if first == 0x7B { return next == 0x22 || next == 0x7D }
    return [0x22, 0x5B, 0x5D, 0x7B].contains(next)
  }
}

extension MediaFormat {
  private static func text(
    _ name: String, _ mime: String, _ uniformType: String, _ extensions: String...
  ) -> MediaFormat {
    MediaFormat(
      name, mime: mime, uniformType: uniformType, kind: .document, fileExtensions: extensions)
  }

  static let plainText = text("text", "text/plain", "public.plain-text", "txt")
  static let html = text("html", "text/html", "public.html", "html", "htm")
  static let xml = text("xml", "application/xml", "public.xml", "xml")
  static let rdf = text("rdf", "application/rdf+xml", "org.w3.rdf", "rdf", "xmp")
  static let rtf = text("rtf", "application/rtf", "public.rtf", "rtf")
  static let json = text("json", "application/json", "public.json", "json")
  static let vcard = text("vcard", "text/vcard", "public.vcard", "vcf")
  static let calendar = text("calendar", "text/calendar", "com.apple.ical.ics", "ics")
  static let webVTT = text("vtt", "text/vtt", "org.w3.webvtt", "vtt")
}
