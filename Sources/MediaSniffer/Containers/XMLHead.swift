/// The root element of an XML document: its name and its attributes.
///
/// Source: Extensible Markup Language 1.0 (fifth edition) § 2.8, § 3.1 and § 3.3.
struct XMLHead: Sendable {
  /// What the first bytes of a document came to.
  enum Outcome: Sendable {
    /// The root element begins here, and its start tag is complete.
    case root(XMLHead)
    /// There is nothing but what may stand before the root element.
    case incomplete
    /// It is no XML.
    case notXML
  }

  /// The name, with its prefix.
  let name: String
  /// Names and values, in order; entities as they stand.
  let attributes: [(name: String, value: String)]

  /// The name without its prefix.
  var localName: Substring { name.split(separator: ":").last ?? "" }

  /// The value of an attribute.
  subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Looks at the first 16 KiB of a file, less where less is enough.
  static func read(_ input: ByteWindow) throws(Shortage) -> XMLHead? {
    let start = try input.prefix(4, at: 0)
    guard let text = start.first(where: { !TextScanner.isSpace($0) }) else { return nil }
    guard text == 0x3C || start.starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
    for count in [256, 1024, 4096, ByteWindow.longestRequest] {
      let bytes = try input.prefix(count, at: 0)
      switch parse(bytes) {
      case .root(let head): return head
      case .notXML: return nil
      case .incomplete: if bytes.count < count { return nil }
      }
    }
    return nil
  }

  /// Looks for the root element in the first bytes of a document.
  static func parse(_ bytes: ArraySlice<UInt8>) -> Outcome {
    var scanner = XMLScanner(bytes)
    scanner.skip("\u{FEFF}")
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { return .incomplete }
      if scanner.skip("<?") {
        guard scanner.skip(past: "?>") else { return .incomplete }
      } else if scanner.skip("<!--") {
        guard scanner.skip(past: "-->") else { return .incomplete }
      } else if scanner.skip("<!") {
        guard scanner.skipDeclaration() else { return .incomplete }
      } else if scanner.skip("<") {
        return scanner.element()
      } else {
        return .notXML
      }
    }
  }
}

/// Moves through the bytes of an XML document.
private struct XMLScanner {
  private static let mostAttributes = 64

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skipSpace() { rest = rest.drop(while: TextScanner.isSpace) }

  @discardableResult
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Moves behind a text; `false` where it does not come.
  mutating func skip(past text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if skip(text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Moves behind a document type declaration, which may have declarations in brackets.
  mutating func skipDeclaration() -> Bool {
    var isInBrackets = false
    var quote: UInt8?
    for place in rest.indices {
      let byte = rest[place]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case 0x22, 0x27: quote = byte
      case 0x5B: isInBrackets = true
      case 0x5D: isInBrackets = false
      case 0x3E where !isInBrackets:
        rest = rest[(place + 1)...]
        return true
      default: break
      }
    }
    return false
  }

  /// Reads a start tag, behind its `<`.
  mutating func element() -> XMLHead.Outcome {
    let name = word()
    guard !rest.isEmpty else { return .incomplete }
    guard !name.isEmpty else { return .notXML }
    var attributes: [(name: String, value: String)] = []
    while attributes.count < Self.mostAttributes {
      skipSpace()
      guard let byte = rest.first else { return .incomplete }
      guard byte != 0x3E, byte != 0x2F else { break }
      let key = word()
      skipSpace()
      guard !key.isEmpty, skip("=") else {
        if rest.isEmpty { return .incomplete }
        break
      }
      skipSpace()
      guard let quote = rest.first else { return .incomplete }
      guard quote == 0x22 || quote == 0x27 else { break }
      guard let close = rest.dropFirst().firstIndex(of: quote) else { return .incomplete }
      let value = rest[(rest.startIndex + 1)..<close]
      attributes.append((key, String(decoding: value, as: UTF8.self)))
      rest = rest[(close + 1)...]
    }
    return .root(XMLHead(name: name, attributes: attributes))
  }

  /// The bytes up to a space or a sign that no name has.
  private mutating func word() -> String {
    let word = rest.prefix { byte in
      !TextScanner.isSpace(byte) && ![0x3C, 0x3E, 0x2F, 0x3D, 0x22, 0x27].contains(byte)
    }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }
}
