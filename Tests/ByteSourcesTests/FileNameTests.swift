import ByteSources
import Testing

@Suite("The name of a file", .timeLimit(.minutes(1)))
struct FileNameTests {
  @Test(
    "An extension follows the last dot of the last name",
    arguments: [
      ("a.jpg", "jpg"), ("a.tar.GZ", "GZ"), ("..b", "b"), ("d.x/a.png", "png"), ("d/.h.png", "png"),
      (".hidden", nil), ("d/.hidden", nil), ("a.", nil), ("a", nil), ("d.x/a", nil), ("d.x/", nil),
      ("", nil),
    ] as [(String, String?)])
  func extensions(path: String, ending: String?) {
    #expect(FileName.fileExtension(of: Array(path.utf8)) == ending)
  }

  @Test("An extension that is no text is none")
  func notText() {
    #expect(FileName.fileExtension(of: [0x61, 0x2E, 0xFF]) == nil)
  }
}
