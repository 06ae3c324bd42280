import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// The answers of the MIME Sniffing Standard beside those of the sniffer.
///
/// Source: WHATWG MIME Sniffing Standard § 6 and § 7.1.
@Suite("MIME Sniffing Standard", .timeLimit(.minutes(5)))
struct WHATWGTests {
  /// For each answer of the standard what the sniffer may say instead, and why.
  static let differences: [String: Set<String>] = [
    // The name that is registered with IANA; cursors are told apart.
    // A cursor file of no cursors is a TGA picture.
    "image/x-icon": ["image/vnd.microsoft.icon", "image/x-win-cursor", "image/x-tga"],
    // Another coding behind the same first marker, which no decoder of JPEG knows.
    "image/jpeg": ["image/jls"],
    // The names in common use, which everything else here knows.
    "audio/wave": ["audio/wav"],
    "video/avi": ["video/x-msvideo"],
    "application/x-gzip": ["application/gzip", "image/svg+xml"],
    "application/x-rar-compressed": ["application/vnd.rar"],
    // Ogg is named by its streams.
    "application/ogg": ["audio/ogg", "video/ogg"],
    // The standard looks at brands alone; sound without picture is sound.
    "video/mp4": ["audio/mp4", "video/x-m4v", "video/3gpp", "video/3gpp2", "video/quicktime"],
    "video/webm": ["audio/webm"],
    // A sequence of frames has a type of its own.
    "image/png": ["image/apng"],
    // What lies in the archive has a type of its own.
    "application/zip": [
      "application/epub+zip", "application/java-archive", "application/vnd.android.package-archive",
      "application/vnd.ms-visio.drawing.main+xml",
      "application/vnd.oasis.opendocument.text",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ],
    // A comment or a tag also begins a picture.
    "text/html": ["image/svg+xml"],
    // XHTML is shown as HTML where its root is; side files of photos are RDF.
    "text/xml": ["image/svg+xml", "application/xml", "text/html", "application/rdf+xml"],
    // Behind an ID3 tag may stand other sound than the standard thinks of.
    "audio/mpeg": ["audio/flac", "audio/aac", "audio/ac3"],
    // Text may be of a kind that has a name of its own.
    "text/plain": named,
    "application/octet-stream": named,
  ]

  /// Stands for every type that the standard has no pattern for.
  static let named: Set<String> = ["*"]

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let cases =
    HeaderTests.cases.map { Case(testDescription: $0.testDescription, bytes: $0.bytes) }
    + Fixture.all.compactMap { fixture in
      (try? fixture.bytes()).map { Case(testDescription: fixture.path, bytes: $0) }
    }

  @Test("Where the standard knows an answer, it is ours or the difference is written down")
  func answers() {
    var compared = 0
    for test in Self.cases where !test.bytes.isEmpty {
      let standard = Self.answer(test.bytes)
      let own = Sniffing.file(test.bytes)?.mime ?? MediaFormat.unknown.mime
      #expect(
        Self.isAllowed(own, for: standard),
        "\(test.testDescription): standard \(standard), ours \(own)")
      compared += 1
    }
    #expect(compared >= 400)
  }

  /// Whether an answer is the standard's, or a difference that is written down.
  static func isAllowed(_ own: String, for standard: String) -> Bool {
    if own == standard { return true }
    guard let allowed = differences[standard] else { return false }
    guard allowed == named else { return allowed.contains(own) }
    // What has a pattern must have been found by it.
    let hasPattern = table.contains { $0.mime == own } || fonts.contains { $0.mime == own }
    // Headers of older kinds, archives of nothing and containers that lost their first part.
    let exceptions = [
      "text/html", "image/bmp", "application/postscript", "font/ttf", "audio/mpeg", "image/webp",
      "application/zip",
    ]
    return !hasPattern || exceptions.contains(own)
  }

  @Test("Each pattern of the tables is found", arguments: table + fonts)
  func patterns(_ row: Row) {
    let bytes = row.pattern.map { $0 ?? 0x20 } + [UInt8](repeating: 0x20, count: 100)
    let own = Sniffing.file(bytes)?.mime ?? "none"
    // These few bytes also begin other files and texts; what follows must fit too.
    let followed: Set<String> = [
      "image/x-icon", "image/bmp", "image/jpeg", "application/vnd.ms-fontobject", "audio/mpeg",
      "font/ttf",
    ]
    #expect(
      Self.isAllowed(own, for: row.mime) || followed.contains(row.mime), "\(row.mime): \(own)")
  }

  /// The answer of the rules for identifying an unknown type; fonts by their own table.
  static func answer(_ all: [UInt8]) -> String {
    let bytes = Array(all.prefix(1445))
    let text = bytes.drop { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
    if text.starts(with: "<?xml".utf8) { return "text/xml" }
    let upper = text.prefix(16).map { 0x61...0x7A ~= $0 ? $0 - 32 : $0 }
    for tag in tags where upper.starts(with: tag.utf8) {
      let next = upper.dropFirst(tag.utf8.count).first
      if tag == "<!--" || next == 0x20 || next == 0x3E { return "text/html" }
    }
    for row in marks + table where row.matches(bytes) { return row.mime }
    if isMP4(bytes) { return "video/mp4" }
    if isWebM(bytes) { return "video/webm" }
    if isMP3(bytes) { return "audio/mpeg" }
    for row in fonts where row.matches(bytes) { return row.mime }
    let isBinary = bytes.contains { byte in
      byte <= 8 || byte == 0x0B || 0x0E...0x1A ~= byte || 0x1C...0x1F ~= byte
    }
    return isBinary ? "application/octet-stream" : "text/plain"
  }

  private static let tags = [
    "<!DOCTYPE HTML", "<HTML", "<HEAD", "<SCRIPT", "<IFRAME", "<H1", "<DIV", "<FONT", "<TABLE",
    "<A", "<STYLE", "<TITLE", "<B", "<BODY", "<BR", "<P", "<!--",
  ]

  struct Row: CustomTestStringConvertible, Sendable {
    let mime: String
    /// Bytes at the start; `nil` stands for any.
    let pattern: [UInt8?]

    var testDescription: String { mime }

    init(_ mime: String, _ pattern: [UInt8?]) { (self.mime, self.pattern) = (mime, pattern) }

    init(_ mime: String, _ text: String) {
      self.init(mime, text.utf8.map { $0 == 0x3F ? nil : $0 })
    }

    func matches(_ bytes: [UInt8]) -> Bool {
      bytes.count >= pattern.count && zip(bytes, pattern).allSatisfy { $1 == nil || $0 == $1 }
    }
  }

  static let marks = [
    Row("text/plain", [0xFE, 0xFF]), Row("text/plain", [0xFF, 0xFE]),
    Row("text/plain", [0xEF, 0xBB, 0xBF]),
  ]

  static let fonts = [
    Row("application/vnd.ms-fontobject", [UInt8?](repeating: nil, count: 34) + [0x4C, 0x50]),
    Row("font/ttf", [0, 1, 0, 0]), Row("font/otf", "OTTO"), Row("font/collection", "ttcf"),
    Row("font/woff", "wOFF"), Row("font/woff2", "wOF2"),
  ]

  static let table = [
    Row("image/x-icon", [0, 0, 1, 0]), Row("image/x-icon", [0, 0, 2, 0]), Row("image/bmp", "BM"),
    Row("image/gif", "GIF87a"), Row("image/gif", "GIF89a"), Row("image/webp", "RIFF????WEBPVP"),
    Row("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Row("image/jpeg", [0xFF, 0xD8, 0xFF]), Row("audio/aiff", "FORM????AIFF"),
    Row("audio/mpeg", "ID3"), Row("application/ogg", "OggS\0"),
    Row("audio/midi", "MThd\0\0\0\u{6}"), Row("video/avi", "RIFF????AVI "),
    Row("audio/wave", "RIFF????WAVE"), Row("application/x-gzip", [0x1F, 0x8B, 8]),
    Row("application/zip", "PK\u{3}\u{4}"),
    Row("application/x-rar-compressed", "Rar!\u{1A}\u{7}\0"), Row("application/pdf", "%PDF-"),
    Row("application/postscript", "%!PS-Adobe-"),
  ]

  private static func isMP4(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 12 else { return false }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= size, size % 4 == 0, bytes[4..<8].elementsEqual("ftyp".utf8) else {
      return false
    }
    if bytes[8..<11].elementsEqual("mp4".utf8) { return true }
    return stride(from: 16, to: size, by: 4).contains {
      bytes[$0..<($0 + 3)].elementsEqual("mp4".utf8)
    }
  }

  /// Two headers of MPEG audio, the second where the first says that its frame ends.
  private static func isMP3(_ bytes: [UInt8]) -> Bool {
    func isHeader(_ at: Int) -> Bool {
      guard at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] & 0xE0 == 0xE0 else {
        return false
      }
      let layer = bytes[at + 1] >> 1 & 3
      return layer == 1 && bytes[at + 2] >> 4 != 15 && bytes[at + 2] >> 2 & 3 != 3
    }
    guard isHeader(0) else { return false }
    let isFirst = bytes[1] >> 3 & 3 == 3
    let rates =
      isFirst
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    let samples =
      [44100, 48000, 32000][Int(bytes[2] >> 2 & 3)] / [4, 1, 2, 1][Int(bytes[1] >> 3 & 3)]
    let rate = rates[Int(bytes[2] >> 4)] * 1000
    let size = rate * (isFirst ? 144 : 72) / samples + Int(bytes[2] >> 1 & 1)
    return size > 4 && isHeader(size)
  }

  private static func isWebM(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return false }
    let head = bytes.prefix(38)
    return head.indices.dropLast().contains { place in
      guard head[place...].starts(with: [0x42, 0x82]) else { return false }
      let name = bytes[min(place + 3, bytes.count)...].prefix(8).drop { $0 == 0 }
      return name.starts(with: "webm".utf8)
    }
  }
}
