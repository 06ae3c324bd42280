/// Reads words and numbers from the text of a header.
struct TextScanner {
  private let input: ByteWindow
  private(set) var place: UInt64

  /// Starts at an offset.
  init(_ input: ByteWindow, at place: UInt64) {
    self.input = input
    self.place = place
  }

  /// Whether a byte is a space, a tab, or ends a line or a page.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Passes spaces, and comments from `#` to the end of the line; at most 4 KiB of them.
  mutating func skipSpace() throws(Shortage) {
    let start = place
    while place - start < 4096 {
      let byte = try input.u8(at: place)
      if byte == 0x23 {
        place = try endOfLine()
      } else if Self.isSpace(byte) {
        place += 1
      } else {
        return
      }
    }
    throw .unavailable
  }

  /// The next word, after spaces and comments; a longer one is cut.
  mutating func word(longest: Int) throws(Shortage) -> String {
    try skipSpace()
    var word: [UInt8] = []
    while word.count < longest {
      guard let byte = try byteIfAny(), !Self.isSpace(byte) else { break }
      word.append(byte)
      place += 1
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// The next decimal number, after spaces and comments; `nil` where something else stands.
  mutating func number() throws(Shortage) -> Int? {
    try skipSpace()
    var number: Int?
    for _ in 0..<10 {
      guard let byte = try byteIfAny(), (0x30...0x39).contains(byte) else { break }
      number = (number ?? 0) * 10 + Int(byte - 0x30)
      place += 1
    }
    return number
  }

  /// The place behind the line feed that ends the current line, at most 1 KiB on.
  func endOfLine() throws(Shortage) -> UInt64 {
    for place in place..<(place + 1024) where try input.u8(at: place) == 0x0A { return place + 1 }
    throw .unavailable
  }

  /// The byte at the current place; `nil` behind the end of the file.
  private func byteIfAny() throws(Shortage) -> UInt8? {
    do throws(Shortage) {
      return try input.u8(at: place)
    } catch .unavailable {
      return nil
    }
  }
}
