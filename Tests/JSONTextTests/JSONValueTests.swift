import JSONText
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONValueTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var value: JSONValue
    var text: String
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    Case(value: .string(""), text: #""""#),
    Case(value: .string("a\"b\\c/d"), text: #""a\"b\\c/d""#),
    Case(value: .string("\n\r\t\u{0}\u{1F}\u{7F}"), text: #""\n\r\t\u0000\u001f\u007f""#),
    Case(value: .string("Gruß 🎈"), text: "\"Gruß 🎈\""),
    Case(value: .integer(.min), text: "-9223372036854775808"),
    Case(value: .count(UInt64.max), text: "9223372036854775807"),
    Case(value: .number(12), text: "12"),
    Case(value: .number(0.1), text: "0.1"),
    Case(value: .number(-1e300), text: "-1e+300"),
    Case(value: .number(.infinity), text: "null"),
    Case(value: .number(.nan), text: "null"),
    Case(value: .array([.bool(true), .null, .array([])]), text: "[true,null,[]]"),
    Case(value: .object(JSONObject()), text: "{}"),
  ]

  @Test("A value has one text", arguments: cases)
  func text(of example: Case) {
    #expect(example.value.text == example.text)
  }

  @Test("Members keep their order, and unknown ones are left out")
  func order() {
    var object = JSONObject()
    object.set("z", "last letter")
    object.set("unknown", nil as String?)
    object.set("a", count: 1)
    object.set("none", count: nil as Int?)
    object.set("list", .array([.string("x")]))
    #expect(JSONValue.object(object).text == #"{"z":"last letter","a":1,"list":["x"]}"#)
  }
}
