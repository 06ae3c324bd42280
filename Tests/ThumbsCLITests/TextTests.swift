import Testing

// These are this room's own; no other room sees them.
@testable import ThumbsCLI

@Suite("Text for people", .timeLimit(.minutes(1)))
struct TextTests {
  @Test(
    "A name is one line in which nothing moves the cursor",
    arguments: [
      ("plain.jpg", "plain.jpg"), ("Grüße 東京 👩‍👩‍👧.jpg", "Grüße 東京 👩‍👩‍👧.jpg"),
      ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("a\u{1B}[2Jb", "a\\x1b[2Jb"), ("a\\nb", "a\\\\nb"),
      ("\u{7F}\u{0}", "\\x7f\\x00"), ("\u{9B}31m", "\\u{9b}31m"),
      ("photo\u{202E}gpj.exe", "photo\\u{202e}gpj.exe"), ("a\u{2028}b", "a\\u{2028}b"), ("", ""),
    ])
  func printable(name: String, text: String) {
    #expect(PrintableText.escaped(name) == text)
  }

  @Test(
    "Bytes that are not UTF-8 are shown as numbers",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xffb"), ([0xE2, 0x82], "\\xe2\\x82"),
      ([0xC0, 0x80], "\\xc0\\x80"), ([0xC3, 0xA9, 0xC3], "é\\xc3"),
    ] as [([UInt8], String)])
  func notUTF8(bytes: [UInt8], text: String) {
    #expect(PrintableText.escaped(bytes) == text)
  }

  @Test(
    "The distance of two names counts additions, removals, exchanges and swaps",
    arguments: [
      ("size", "size", 0), ("szie", "size", 1), ("siz", "size", 1), ("sizes", "size", 1),
      ("sise", "size", 1), ("", "size", 4), ("jobs", "json", 3),
    ])
  func distance(first: String, second: String, distance: Int) {
    #expect(NearestName.distance(first, second) == distance)
    #expect(NearestName.distance(second, first) == distance)
  }

  @Test("A name that is like none has no nearest")
  func nothingNear() {
    let names = ["size", "output", "report"]
    #expect(NearestName.nearest(to: "budget", among: names) == nil)
    #expect(NearestName.nearest(to: "", among: names) == nil)
    #expect(NearestName.nearest(to: "o", among: names) == nil)
    #expect(NearestName.nearest(to: "rep", among: names) == "report")
    #expect(NearestName.nearest(to: String(repeating: "size", count: 5000), among: names) == nil)
  }

  @Test("Text is broken between words, and a long word has its own line")
  func wrapping() {
    #expect(
      TextWrapping.lines("aa bb ccc dddddddddddddddddddddd e", columns: 22, indentation: 2)
        == ["  aa bb ccc", "  dddddddddddddddddddddd", "  e"])
    #expect(TextWrapping.lines("", columns: 80) == [])
  }

  @Test(
    "Text of the manual page means itself",
    arguments: [
      ("a-b", "a\\-b"), (".SH", "\\&.SH"), ("'x'", "\\&'x'"), ("C:\\dir", "C:\\edir"),
    ])
  func roff(text: String, typeset: String) {
    #expect(Roff.text(text) == typeset)
  }
}
