import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// Pages, compound files and texts.
@Suite("Documents", .timeLimit(.minutes(2)))
struct DocumentTests {
  static let b = ByteBuilder()

  static let pages: [(String, PixelSize?)] = [
    ("<</Type /Page /MediaBox [0 0 300 200]>>", PixelSize(width: 300, height: 200)),
    ("<</MediaBox[10 20.5 310 220.5]/Type/Page>>", PixelSize(width: 300, height: 200)),
    ("<</Type/Page/MediaBox [0 0 300 200]/Rotate 90>>", PixelSize(width: 200, height: 300)),
    (
      "<</Type/Page/MediaBox [0 0 900 900]/CropBox[0 0 300 200]>>",
      PixelSize(width: 300, height: 200)
    ),
    // Inherited, in another object, or impossible.
    ("<</Type/Page>>", nil), ("<</Type/Page/MediaBox 7 0 R>>", nil),
    ("<</Type/Pages/MediaBox [0 0 300 200]>>", nil), ("<</Type/Page/MediaBox [0 0 0 0]>>", nil),
    ("<</Type/Page/MediaBox [0 0 99999 99999]>>", nil), ("<</Type/Page/MediaBox [0 0", nil),
  ]

  @Test("The first page of a PDF tells its size in points", arguments: pages)
  func page(_ dictionary: String, _ size: PixelSize?) {
    let file = Self.b.text("%PDF-1.7\n1 0 obj\n\(dictionary)\nendobj\n").fill(20, 0x20).bytes
    #expect(Sniffing.file(file)?.mime == "application/pdf")
    #expect(Sniffing.file(file)?.displaySize == size)
    Sniffing.checkLaws(file)
  }

  /// A compound file whose directory takes two sectors, with a name in the second.
  static func compound(_ name: String) -> [UInt8] {
    func entry(_ name: String) -> ByteBuilder {
      let letters: [UInt8] = name.utf8.flatMap { [UInt8]([$0, 0]) }
      return b.bytes(letters).fill(64 - letters.count).le(letters.count + 2, 2).fill(62)
    }
    let other = entry("Root Entry").bytes(entry("a").bytes).bytes(entry("b").bytes)
      .bytes(entry("c").bytes).bytes
    let head = b.be(0xD0CF_11E0_A1B1_1AE1 as UInt64, 8).fill(22).le(9, 2).fill(16).le(1, 4).fill(24)
      .le(0, 4).fill(432, 0xFF).bytes
    let table = b.le(0xFFFF_FFFD as UInt32, 4).le(2, 4).le(0xFFFF_FFFE as UInt32, 4)
      .fill(500, 0xFF).bytes
    return head + table + other + entry(name).bytes + [UInt8](repeating: 0, count: 384)
  }

  @Test(
    "The streams of a compound file tell the document, also beyond its first sector",
    arguments: [
      ("WordDocument", "application/msword"), ("Workbook", "application/vnd.ms-excel"),
      ("PowerPoint Document", "application/vnd.ms-powerpoint"),
      ("__nameid_version1.0", "application/vnd.ms-outlook"), ("other", "application/x-ole-storage"),
    ])
  func compound(_ name: String, _ mime: String) {
    let file = Self.compound(name)
    #expect(Sniffing.file(file)?.mime == mime)
    #expect(Sniffing.file(file)?.kind == .document)
    Sniffing.checkLaws(file, name)
  }

  static let umlaut = "Bären, \u{1F43B}, über\nzwei\n"

  static let encodings: [(String, [UInt8])] = [
    ("us-ascii", Array("Bears\n".utf8)), ("utf-8", Array(umlaut.utf8)),
    ("utf-8", [0xEF, 0xBB, 0xBF] + Array("Bears\n".utf8)),
    ("utf-16le", [0xFF, 0xFE] + umlaut.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
    ("utf-16be", [0xFE, 0xFF] + umlaut.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
    (
      "utf-32le",
      [0xFF, 0xFE, 0, 0] + umlaut.unicodeScalars.flatMap { b.le($0.value, 4).bytes }
    ),
    (
      "utf-32be",
      [0, 0, 0xFE, 0xFF] + umlaut.unicodeScalars.flatMap { b.be($0.value, 4).bytes }
    ),
    ("iso-8859-1", Array("B\u{E4}ren\n".unicodeScalars.map { UInt8($0.value) })),
    ("windows-1252", [0x80, 0x20] + Array("ist der Euro\n".utf8)),
    // A character that the end of what is examined cuts.
    ("utf-8", [0x61] + (0..<600).flatMap { _ in Array("ä".utf8) }),
  ]

  @Test("A text tells its encoding", arguments: encodings)
  func encoding(_ name: String, _ bytes: [UInt8]) {
    let facts = Sniffing.file(bytes)
    #expect(facts?.mime == "text/plain")
    #expect(facts?.textEncoding == name)
    Sniffing.checkLaws(bytes, name)
  }

  static let kinds: [(String, String)] = [
    ("text/html", "<p>words"), ("text/html", "<!-- words -->"), ("text/html", "\n <DIV class='a'>"),
    ("text/plain", "<pre>words"), ("text/plain", "<address"),
    ("application/xml", "<?xml version='1.0'?><lake/>"),
    ("text/html", "<?xml version='1.0'?>\n<html xmlns='http://www.w3.org/1999/xhtml'>"),
    ("application/rdf+xml", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"),
    ("application/rdf+xml", "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"),
    ("application/json", "[\n  0,\n  -1.5e3, true"), ("application/json", "{\"a\": [{}, null]}"),
    ("application/json", "[[\"a\\\"]\"]"), ("application/json", "{}"), ("application/json", "[fal"),
    ("text/plain", "[1]: a note"), ("text/plain", "[see below]"), ("text/plain", "{a: 1}"),
    ("text/plain", "[1, 2] show"), ("text/plain", "{\"a\" 1}"), ("text/plain", "[1}"),
    ("text/vtt", "WEBVTT"), ("text/vtt", "WEBVTT\n\n"), ("text/plain", "WEBVTTX"),
    ("text/calendar", "BEGIN:VCALENDAR\r\n"), ("application/x-mswinurl", "[InternetShortcut]\r\n"),
    ("text/x-shellscript", "#!/bin/sh\n"), ("text/x-shellscript", "#! /usr/bin/env bash\n"),
    ("text/plain", "#!/usr/bin/perl\n"),
    ("text/csv", "a,b,c\n1,2,3\n\"x, y\",5,6\n"), ("text/csv", "thing,count\nboat,1\nball,2\n"),
    ("text/plain", "One, two, three,\nfour, five, six,\nseven, eight, nine,\n"),
    ("text/plain", "yes,no\nso it,goes\nand so,on\n"), ("text/plain", "a,b\n1,2,3\n4,5\n"),
    (
      "message/rfc822",
      "Return-Path: <a@example.org>\r\nFrom: a@example.org\r\nTo: b@example.org\r\nSubject: Lake\r\n\r\nx"
    ),
    ("text/plain", "From: here\nto there it goes.\n"), ("text/plain", "Date: today\n"),
  ]

  @Test("The first words of a text tell its kind", arguments: kinds)
  func kind(_ mime: String, _ text: String) {
    #expect(Sniffing.file(Array(text.utf8))?.mime == mime)
    Sniffing.checkLaws(Array(text.utf8), text)
    Sniffing.checkPrefixes(Array(text.utf8))
  }

  @Test("JSON that nests without end is text")
  func deepJSON() {
    #expect(Sniffing.file([UInt8](repeating: 0x5B, count: 100_000))?.mime == "text/plain")
  }
}
