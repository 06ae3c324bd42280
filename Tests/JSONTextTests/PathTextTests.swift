import JSONText
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PathTextTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var path: [UInt8]
    var text: String
    var isPercentEncoded = false
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    Case(path: Array("a/b 100%.jpg".utf8), text: "a/b 100%.jpg"),
    Case(path: Array("Grüße\n.png".utf8), text: "Grüße\n.png"),
    Case(path: [0x61, 0xFF, 0x25, 0x62], text: "a%FF%25b", isPercentEncoded: true),
    Case(path: [0xC3, 0xBC, 0xC3], text: "ü%C3", isPercentEncoded: true),
    Case(path: [0xE2, 0x82, 0x41, 0x80, 0x42], text: "%E2%82A%80B", isPercentEncoded: true),
    Case(path: [0xED, 0xA0, 0x80], text: "%ED%A0%80", isPercentEncoded: true),
    Case(path: [0xF0, 0x9F, 0x8E, 0x88, 0x0F, 0xFE], text: "🎈\u{0F}%FE", isPercentEncoded: true),
    Case(path: [], text: ""),
  ]

  @Test("A path has one text", arguments: cases)
  func text(of example: Case) {
    let text = PathText(example.path)
    #expect(text.text == example.text)
    #expect(text.isPercentEncoded == example.isPercentEncoded)
  }

  @Test("The bytes of a path can be had back from its text")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let path = (0..<12).map { _ in UInt8.random(in: 1...255, using: &generator) }
      let text = PathText(path)
      #expect((text.isPercentEncoded ? decoded(text.text) : Array(text.text.utf8)) == path)
    }
  }

  private func decoded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      bytes.append(UInt8(digits, radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  @Test("An object gets its path and, where needed, the encoding")
  func member() {
    var object = JSONObject()
    object.setPath([0x61, 0xFF])
    #expect(JSONValue.object(object).text == #"{"path":"a%FF","pathEncoding":"percent"}"#)
  }
}
