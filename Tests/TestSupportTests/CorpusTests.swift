import Foundation
import MediaTypes
import TestSupport
import Testing

@Suite("Corpus") struct CorpusTests {
  @Test("Rows of a manifest become entries, with empty columns absent")
  func entries() throws {
    let directory = try TemporaryDirectory()
    let columns = """
      path	bytes	sha256	source	kind	mime	width	height	orientation	display_width	display_height	\
      expected	note	features	decoders	reference
      """
    let picture =
      "a/b.jpg\t9\t0123456789abcdef99\ts\timage\timage/jpeg\t4\t3\t6\t3\t4\tok\t\texif 420\tvips\tagreed"
    let sound = "c.mp3\t8\tff\ts\taudio\taudio/mpeg\t\t\t\t\t\tno-preview\tword\t\t\t"
    try directory.write(Array("\(columns)\n\(picture)\n\(sound)\n".utf8), to: "manifest.tsv")

    let entries = try #require(Corpus(directory: directory.path)).entries
    try #require(entries.count == 2)
    #expect(entries[0].url == directory.url.appending(path: "files/a/b.jpg"))
    #expect(entries[0].size == PixelSize(width: 4, height: 3))
    #expect(entries[0].displaySize == PixelSize(width: 3, height: 4))
    #expect(entries[0].orientation == 6)
    #expect(entries[0].features == ["exif", "420"])
    #expect(entries[0].reference?.lastPathComponent == "0123456789abcdef.png")
    #expect(entries[1].kind == .audio)
    #expect(entries[1].size == nil)
    #expect(entries[1].reference == nil)
    #expect(entries[1].note == "word")
  }

  @Test("A directory without a manifest is no corpus")
  func absent() throws {
    #expect(Corpus(directory: try TemporaryDirectory().path) == nil)
  }
}
