/// Addresses as share tools pass them: text that is one absolute URL and nothing else.
enum WebAddress {
  /// What is looked at, in bytes.
  static let longest = 8 << 10

  /// Whether text is one absolute address, but for white space around it.
  ///
  /// Source: RFC 3986 § 2 and § 3.1.
  static func isOne(_ text: [UInt8]) -> Bool {
    guard text.count <= longest else { return false }
    let words = text.split { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard words.count == 1, let word = words.first,
      let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex,
      word[colon...].count > 1
    else { return false }
    let scheme = word[..<colon]
    return scheme.first.map(isLetter) == true && scheme.allSatisfy(isOfScheme)
      && word.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.".utf8.contains(byte)
  }
}
