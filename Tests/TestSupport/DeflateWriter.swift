/// A writer of deflate streams for tests: fixed codes, and matches with what lies a fixed way back.
///
/// Source: RFC 1951 § 3.2.
package struct DeflateWriter {
  /// How bytes become blocks.
  package enum Coding: Sendable, CaseIterable {
    /// Blocks of at most 65,535 bytes that are stored as they are.
    case stored
    /// One block of fixed codes without matches.
    case literals
    /// One block of fixed codes, with matches of up to 258 bytes.
    case matches
  }

  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  private init() {}

  /// Makes a raw deflate stream.
  ///
  /// - Parameters:
  ///   - content: What it holds.
  ///   - coding: How bytes become blocks.
  ///   - distance: How far back matches are sought, 1 to 24,576.
  /// - Returns: The stream.
  package static func deflated(
    _ content: [UInt8], coding: Coding = .matches, distance: Int = 1
  ) -> [UInt8] {
    var writer = DeflateWriter()
    switch coding {
    case .stored: writer.writeStored(content)
    case .literals: writer.writeCoded(content, distance: nil)
    case .matches: writer.writeCoded(content, distance: distance)
    }
    return writer.bytes
  }

  /// Makes a zlib stream.
  package static func zlib(
    _ content: [UInt8], coding: Coding = .matches, distance: Int = 1
  ) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in content {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    let sum = [UInt8(high >> 8), UInt8(high & 255), UInt8(low >> 8), UInt8(low & 255)]
    return [0x78, 0x01] + deflated(content, coding: coding, distance: distance) + sum
  }

  private mutating func writeStored(_ content: [UInt8]) {
    var position = 0
    repeat {
      let count = min(65535, content.count - position)
      let isLast: UInt8 = position + count == content.count ? 1 : 0
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      bytes += [isLast, low, high, ~low, ~high]
      bytes += content[position..<(position + count)]
      position += count
    } while position < content.count
  }

  private mutating func writeCoded(_ content: [UInt8], distance: Int?) {
    put(0b011, bits: 3)
    var position = 0
    while position < content.count {
      if let distance, position >= distance,
        let length = matchLength(in: content, at: position, distance: distance)
      {
        putMatch(length: length, distance: distance)
        position += length
      } else {
        putSymbol(Int(content[position]))
        position += 1
      }
    }
    putSymbol(256)
    if pendingCount > 0 { put(0, bits: 8 - pendingCount % 8) }
  }

  private func matchLength(in content: [UInt8], at position: Int, distance: Int) -> Int? {
    var length = 0
    while length < 258, position + length < content.count,
      content[position + length] == content[position + length - distance]
    {
      length += 1
    }
    return length >= 3 ? length : nil
  }

  private mutating func putMatch(length: Int, distance: Int) {
    let lengthCode = Self.lengthBases.lastIndex { $0 <= length } ?? 0
    putSymbol(257 + lengthCode)
    put(
      UInt64(length - Self.lengthBases[lengthCode]),
      bits: lengthCode < 8 || lengthCode == 28 ? 0 : (lengthCode - 4) / 4)
    let distanceCode = Self.distanceBases.lastIndex { $0 <= distance } ?? 0
    put(UInt64(Self.reversed(distanceCode, bits: 5)), bits: 5)
    put(
      UInt64(distance - Self.distanceBases[distanceCode]),
      bits: distanceCode < 4 ? 0 : distanceCode / 2 - 1)
  }

  /// Writes a literal, an end of block or a length by the fixed codes of RFC 1951 § 3.2.6.
  private mutating func putSymbol(_ symbol: Int) {
    let (code, bits) =
      symbol < 144
      ? (0b0011_0000 + symbol, 8)
      : symbol < 256
        ? (0b1_1001_0000 + symbol - 144, 9)
        : symbol < 280 ? (symbol - 256, 7) : (0b1100_0000 + symbol - 280, 8)
    put(UInt64(Self.reversed(code, bits: bits)), bits: bits)
  }

  private mutating func put(_ value: UInt64, bits: Int) {
    pending |= value << UInt64(pendingCount)
    pendingCount += bits
    while pendingCount >= 8 {
      bytes.append(UInt8(pending & 255))
      pending >>= 8
      pendingCount -= 8
    }
  }

  private static func reversed(_ code: Int, bits: Int) -> Int {
    (0..<bits).reduce(0) { $0 | (code >> $1 & 1) << (bits - 1 - $1) }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
}

/// Numbers that look random and are the same in every run.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// Starts a sequence.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
