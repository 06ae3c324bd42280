import Testing

// Addresses and signs are this room's own; no other room sees them.
@testable import Gallery

@Suite("Addresses and text of a contact sheet", .timeLimit(.minutes(1)))
struct TextTests {
  @Test(
    "The address of a file is relative to the page and percent-encoded",
    arguments: [
      ("sheet.html", "a.jpg", "a.jpg"), ("sheet.html", "./x/../d/a.jpg", "d/a.jpg"),
      ("s/t/sheet.html", "d/a.jpg", "../../d/a.jpg"), ("s/sheet.html", "s/a.jpg", "a.jpg"),
      ("/tmp/sheet.html", "a.jpg", "../home/me/a.jpg"),
      ("sheet.html", "/tmp/a.jpg", "../../tmp/a.jpg"),
      ("/sheet.html", "/a.jpg", "a.jpg"), ("../sheet.html", "a.jpg", "me/a.jpg"),
      ("sheet.html", "/home/me/sheet.html/a.jpg", "sheet.html/a.jpg"),
      ("sheet.html", "a b?c#d%e:f&\"ü.jpg", "a%20b%3Fc%23d%25e%3Af%26%22%C3%BC.jpg"),
      ("sheet.html", "javascript:alert(1)", "javascript%3Aalert%281%29"),
    ])
  func addresses(page: String, path: String, address: String) {
    let place = RelativeAddress(page: Array(page.utf8), currentDirectory: Array("/home/me".utf8))
    #expect(place.text(for: Array(path.utf8)) == address)
  }

  @Test("Bytes that are not UTF-8 have an address")
  func notUTF8() {
    let place = RelativeAddress(page: Array("s.html".utf8), currentDirectory: Array("/".utf8))
    #expect(place.text(for: [0x61, 0xFF, 0x0A]) == "a%FF%0A")
  }
}
