// Rooms: JSONText
// Sanitizers: address

import JSONText

/// JSON, whose value must be the same when it is written and read again.
enum JSON: ParserUnderTest {
  static let ownSeeds = [
    #"{"a":[1,-2.5e3,true,false,null,"\u00e9\ud83d\ude00\n"],"b":{"c":{}}}"#,
    #"{"NSExtensionActivationSupportsImageWithMaxCount":10,"NSExtensionActivationRule":true}"#,
    #"[[[[[[[[[[[[0]]]]]]]]]]]]"#, #"{"path":"a%FFb","pathEncoding":"percent"}"#,
  ].map { Array($0.utf8) }

  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    fixture.first == UInt8(ascii: "{") || fixture.first == UInt8(ascii: "[") ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    guard let value = try? JSONValue(parsing: bytes) else { return .refused }
    let again = try? JSONValue(parsing: Array(value.text.utf8))
    precondition(again?.text == value.text, "a value is written otherwise than it was read")
    return .made
  }
}
