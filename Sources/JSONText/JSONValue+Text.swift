extension JSONValue {
  /// The value on one line, without a line break at its end.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Writes the value on one line.
  ///
  /// - Parameter text: Where it goes.
  package func write(to text: inout String) {
    switch self {
    case .string(let string): JSONValue.write(string, to: &text)
    case .integer(let integer): text += String(integer)
    case .number(let number): text += JSONValue.text(of: number)
    case .bool(let bool): text += bool ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += "," }
        JSONValue.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// A number in the fewest digits that give it back; whole ones without a fraction.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    // Beyond 2^53 a double no longer tells neighbouring whole numbers apart.
    if number == number.rounded(), abs(number) < 9_007_199_254_740_992 {
      return String(Int64(number))
    }
    return "\(number)"
  }

  /// Text between quotation marks, with the escapes that RFC 8259 § 7 demands.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F }) {
      for scalar in string.unicodeScalars { write(scalar, to: &text) }
    } else {
      text += string
    }
    text += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\u{0}"..<" ", "\u{7F}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}
