/// Why text is no JSON.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  package let reason: String
  /// Where it is wrong, in bytes from the start.
  package let offset: Int

  /// What is wrong, and where.
  package var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// Reads one value.
  ///
  /// Of a key that an object has twice the last counts. Whole numbers that fit are `integer`, all
  /// others `number`.
  ///
  /// A value takes up to some fifty bytes of memory, however short its text is.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8; white space may stand around the value, and nothing else.
  ///   - valueLimit: How many values there may be in all.
  /// - Throws: `JSONError` where the text breaks the rules of RFC 8259, nests more than 64 deep, or
  ///   has more values.
  package init(parsing bytes: [UInt8], valueLimit: Int = .max) throws(JSONError) {
    var parser = JSONParser(bytes, valueLimit: valueLimit)
    self = try parser.document()
  }

  /// The value of a key, where this is an object that has it.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object.members.last { $0.key == key }?.value
  }

  /// The text, where this is text.
  package var asString: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, where this is a whole one.
  package var asInteger: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The number, where this is one.
  package var asNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The truth value, where this is one.
  package var asBool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The values, where this is an array.
  package var asArray: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
}

/// Source: RFC 8259.
private struct JSONParser {
  private static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// How many more values there may be.
  private var valuesLeft: Int

  init(_ bytes: [UInt8], valueLimit: Int) {
    self.bytes = bytes
    valuesLeft = valueLimit
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw error("something follows the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    guard let next = peek() else { throw error("the text ends where a value is wanted") }
    guard valuesLeft > 0 else { throw error("there are more values than are read") }
    valuesLeft -= 1
    switch next {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    var object = JSONObject()
    try enter()
    skipSpace()
    if take("}") {
      depth -= 1
      return object
    }
    repeat {
      skipSpace()
      let key = try string()
      skipSpace()
      guard take(":") else { throw error("a colon is wanted") }
      object.set(key, try value())
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("a comma or } is wanted") }
    depth -= 1
    return object
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    var values: [JSONValue] = []
    try enter()
    skipSpace()
    if take("]") {
      depth -= 1
      return values
    }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("a comma or ] is wanted") }
    depth -= 1
    return values
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= Self.deepest else { throw error("values nest too deep") }
    position += 1
  }

  private mutating func string() throws(JSONError) -> String {
    guard take("\"") else { throw error("a quotation mark is wanted") }
    var content: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw error("text is not UTF-8 before this place")
        }
        return text
      case UInt8(ascii: "\\"): content += try escape()
      case 0..<0x20: throw error("a control code in text")
      default: content.append(byte)
      }
    }
    throw error("the text ends inside of quotation marks")
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    guard let byte = peek() else { throw error("the text ends inside of an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    default: throw error("no such escape")
    }
  }

  /// The scalar of one `\u`, or of two that are a surrogate pair.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, take("\\"), take("u") else { throw error("half a surrogate pair") }
    let low = try hexadecimal()
    guard 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = peek().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw error("four hexadecimal digits are wanted")
      }
      position += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = take("-")
    let whole = digits()
    guard whole > 0 else { throw error("a value is wanted") }
    guard whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else {
      throw error("a number begins with a needless 0")
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard digits() > 0 else { throw error("digits are wanted after the point") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("-") { _ = take("+") }
      guard digits() > 0 else { throw error("digits are wanted in the exponent") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw error("the number is too large") }
    return .number(number)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error("a value is wanted") }
    position += word.utf8.count
    return value
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }
}
