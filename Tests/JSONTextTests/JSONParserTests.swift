import JSONText
import Testing

@Suite("Reading JSON", .timeLimit(.minutes(1)))
struct JSONParserTests {
  static func value(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  @Test(
    "What is written is read back",
    arguments: [
      "null", "true", "false", "0", "-1", "12.5", "9223372036854775807", "-9223372036854775808",
      "\"\"", "\"a\\\"b\\\\c\\nd\\u0001\"", "\"Grüße 東京 👩‍👩‍👧\"", "[]", "{}", "[1,[2,[]],{}]",
      "{\"a\":1,\"b\":{\"c\":[null,true]},\"a b\":\"\"}",
    ])
  func roundTrip(text: String) throws {
    #expect(try Self.value(text).text == text)
  }

  @Test(
    "Other ways to write the same are understood",
    arguments: [
      (" [ 1 ,\t2\r\n] ", "[1,2]"), ("1e3", "1000"), ("1E+2", "100"), ("25e-1", "2.5"),
      ("\"\\u0041\\/\\b\\f\\t\"", "\"A/\\u0008\\u000c\\t\""), ("\"\\ud83d\\ude00\"", "\"😀\""),
      ("18446744073709551616", "\(Double(1 << 32) * Double(1 << 32))"),
    ])
  func equivalents(text: String, same: String) throws {
    #expect(try Self.value(text).text == same)
  }

  @Test("Of a key given twice the last counts")
  func duplicates() throws {
    #expect(try Self.value("{\"a\":1,\"a\":2}")["a"]?.asInteger == 2)
  }

  @Test(
    "What breaks the rules is refused, with its place",
    arguments: [
      ("", 0), ("  ", 2), ("[1,]", 3), ("[1", 2), ("{\"a\"}", 4), ("{a:1}", 1), ("{\"a\":1,}", 7),
      ("01", 2), ("-", 1), ("1.", 2), ("1e", 2), (".5", 0), ("+1", 0), ("nul", 0), ("[] []", 3),
      ("\"a", 2), ("\"\\x\"", 3), ("\"\\u12g4\"", 5), ("\"\\ud83d\"", 7), ("\"\\udc00\"", 7),
      ("\"a\nb\"", 3), ("1e999", 5), ("NaN", 0), ("'a'", 0),
    ])
  func refusals(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try Self.value(text) }
    #expect(error?.offset == offset, "\(text)")
  }

  @Test("Bytes that are not UTF-8 are refused")
  func encoding() {
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
  }

  @Test(
    "Values nest to a bound and no deeper", arguments: [(64, true), (65, false), (9999, false)])
  func depth(depth: Int, isAllowed: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(((try? Self.value(text)) != nil) == isAllowed)
  }

  @Test("More values than the limit are refused", arguments: [(4, true), (3, false), (0, false)])
  func values(limit: Int, isAllowed: Bool) {
    let text = Array("{\"a\":[1,2]}".utf8)
    #expect(((try? JSONValue(parsing: text, valueLimit: limit)) != nil) == isAllowed)
  }

  @Test("No prefix of a document traps")
  func prefixes() throws {
    let text = Array("{\"a\":[1.5e-3,\"\\ud83d\\ude00\",true],\"b\":{\"c\":null}}".utf8)
    for end in 0..<text.count {
      #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<end])) }
    }
    #expect(throws: Never.self) { try JSONValue(parsing: text) }
  }
}
