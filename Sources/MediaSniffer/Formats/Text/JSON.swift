import MediaTypes

/// Values of JSON: objects and lists.
///
/// Source: RFC 8259 § 2 to § 7.
enum JSON: TextKind {
  static let format = MediaFormat.text("json", "application/json", "public.json", "json")

  static func fits(_ head: TextHead, _ input: ByteWindow) -> Bool {
    guard let first = head.bytes.first, first == 0x7B || first == 0x5B else { return false }
    var scanner = JSONScanner(head.bytes)
    return scanner.isWellFormed()
  }
}

/// Checks that bytes are the beginning of a JSON text, without keeping values.
private struct JSONScanner {
  private static let deepest = 64

  private var rest: ArraySlice<UInt8>
  /// The brackets that are open; a brace is `true`.
  private var open: [Bool] = []

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether the bytes follow the grammar up to their end, which may cut the text.
  mutating func isWellFormed() -> Bool {
    var isValueNext = true
    while true {
      rest = rest.drop(while: TextScanner.isSpace)
      guard let byte = rest.first else { return true }
      if isValueNext {
        guard let isComplete = value(byte) else { return false }
        isValueNext = !isComplete
      } else {
        guard let isObject = open.last else { return false }
        rest = rest.dropFirst()
        switch byte {
        case 0x2C:
          if isObject, !key() { return false }
          isValueNext = true
        case isObject ? 0x7D : 0x5D: open.removeLast()
        default: return false
        }
      }
    }
  }

  /// Passes a value or its opening bracket: whether it is complete; `nil` where none stands there.
  private mutating func value(_ byte: UInt8) -> Bool? {
    switch byte {
    case 0x22: return string() ? true : nil
    case 0x7B, 0x5B:
      guard open.count < Self.deepest else { return nil }
      let isObject = byte == 0x7B
      rest = rest.dropFirst().drop(while: TextScanner.isSpace)
      if rest.first == (isObject ? 0x7D : 0x5D) {
        rest = rest.dropFirst()
        return true
      }
      open.append(isObject)
      return isObject && !key() ? nil : false
    default: return word() ? true : nil
    }
  }

  /// Passes a name and its colon, as far as they are there.
  private mutating func key() -> Bool {
    rest = rest.drop(while: TextScanner.isSpace)
    guard let first = rest.first else { return true }
    guard first == 0x22, string() else { return false }
    rest = rest.drop(while: TextScanner.isSpace)
    guard let colon = rest.popFirst() else { return true }
    return colon == 0x3A
  }

  /// Passes a text in quotation marks, as far as it is there.
  private mutating func string() -> Bool {
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if byte == 0x22 { return true }
      if byte < 0x20 { return false }
      if byte == 0x5C { rest = rest.dropFirst() }
    }
    return true
  }

  /// Passes a number or one of the three words.
  private mutating func word() -> Bool {
    let word = rest.prefix {
      0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || [0x2B, 0x2D, 0x2E, 0x45].contains($0)
    }
    rest = rest.dropFirst(word.count)
    guard let first = word.first else { return false }
    if first == 0x2D || 0x30...0x39 ~= first { return word.allSatisfy { $0 < 0x61 || $0 == 0x65 } }
    let text = String(decoding: word, as: UTF8.self)
    return ["true", "false", "null"].contains { rest.isEmpty ? $0.hasPrefix(text) : $0 == text }
  }
}
