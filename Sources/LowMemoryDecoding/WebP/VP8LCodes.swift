import MediaTypes

/// One prefix code: where its table begins, and how many bits find its first entry.
///
/// An entry is a symbol times 256 plus the length of its code, or, with a length above
/// `VP8LCodes.rootBits`, the distance to a table for the bits that follow.
struct VP8LCode: BitwiseCopyable {
  let offset: Int32
  let mask: UInt32

  /// Whether there is one symbol only, which takes no bits.
  var isTrivial: Bool { mask == 0 }
}

/// The five codes that a part of a picture is written in.
///
/// Source: RFC 9649 § 3.7.2.
struct VP8LGroup: BitwiseCopyable {
  var green: VP8LCode
  var red: VP8LCode
  var blue: VP8LCode
  var alpha: VP8LCode
  var distance: VP8LCode
  /// Alpha, red and blue of every literal, where these three have one symbol each.
  var literal: UInt32?
}

/// Owns the tables of all codes of a picture.
///
/// Source: RFC 9649 § 3.7.2.1 (prefix codes).
@safe final class VP8LCodes {
  /// Codes of so many bits and fewer are found by one look.
  static let rootBits: UInt32 = 8
  private static let longestCode = 15

  private let table: Scratch<UInt32>
  private var used = 0
  private(set) var groups: [VP8LGroup] = []

  /// Entries, for inner loops; valid as long as this object is.
  var entries: UnsafePointer<UInt32> { unsafe UnsafePointer(table.start) }

  /// Groups that room for so many entries allows; theirs have some hundreds or more each.
  private static func groupLimit(entries: Int) -> Int { max(1, entries / 64) }

  /// Bytes that tables of so many entries take, the groups included.
  static func byteCount(entries: Int) -> Int {
    entries * 4 + groupLimit(entries: entries) * MemoryLayout<VP8LGroup>.stride
  }

  /// Makes room; pages that nothing is written to take no memory.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(maximumEntryCount: Int) throws(ThumbnailError) {
    table = try Scratch(zeroed: maximumEntryCount)
  }

  /// Reads the codes of one group after another.
  ///
  /// - Parameters:
  ///   - count: How many groups.
  ///   - cacheBits: The logarithm of the colour cache's size, 0 where there is none.
  ///   - input: Where the codes are written.
  /// - Throws: `corrupt`, `overBudget` where their tables exceed the room, and what the input
  ///   throws.
  func readGroups(
    _ count: Int, cacheBits: Int, from input: VP8LInput
  ) throws(ThumbnailError) {
    guard count <= Self.groupLimit(entries: table.count) else {
      throw ThumbnailError(.overBudget, "its pixels are written in \(count) groups of codes")
    }
    groups.reserveCapacity(count)
    let greens = 256 + 24 + (cacheBits > 0 ? 1 << cacheBits : 0)
    for _ in 0..<count {
      var group = VP8LGroup(
        green: try readCode(symbols: greens, from: input),
        red: try readCode(symbols: 256, from: input),
        blue: try readCode(symbols: 256, from: input),
        alpha: try readCode(symbols: 256, from: input),
        distance: try readCode(symbols: 40, from: input))
      if group.red.isTrivial, group.blue.isTrivial, group.alpha.isTrivial {
        group.literal =
          onlySymbol(of: group.alpha) << 24 | onlySymbol(of: group.red) << 16
          | onlySymbol(of: group.blue)
      }
      groups.append(group)
      if input.isExhausted {
        throw ThumbnailError(.corrupt, "its data end among the prefix codes")
      }
    }
  }

  private func onlySymbol(of code: VP8LCode) -> UInt32 { table[Int(code.offset)] >> 8 }

  private func readCode(
    symbols: Int, from input: VP8LInput
  ) throws(ThumbnailError) -> VP8LCode {
    var lengths = [UInt8](repeating: 0, count: symbols)
    if try input.take(1) == 1 {
      let isPair = try input.take(1) == 1
      let first = try input.take(try input.take(1) == 1 ? 8 : 1)
      let second = isPair ? try input.take(8) : first
      guard first < symbols, second < symbols else {
        throw ThumbnailError(.corrupt, "a prefix code names a symbol that there is not")
      }
      lengths[first] = 1
      lengths[second] = 1
    } else {
      try readLengths(&lengths, from: input)
    }
    return try makeTable(lengths)
  }

  /// The order in which lengths of the code of code lengths are written.
  private static let lengthOrder = [
    17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  ]

  private func readLengths(
    _ lengths: inout [UInt8], from input: VP8LInput
  ) throws(ThumbnailError) {
    var codeLengths = [UInt8](repeating: 0, count: Self.lengthOrder.count)
    for place in Self.lengthOrder.prefix(4 + (try input.take(4))) {
      codeLengths[place] = UInt8(try input.take(3))
    }
    let start = used
    let code = try makeTable(codeLengths)
    defer { used = start }
    var left = lengths.count
    if try input.take(1) == 1 {
      let bits = 2 + 2 * (try input.take(3))
      left = 2 + (try input.take(UInt32(bits)))
      guard left <= lengths.count else {
        throw ThumbnailError(.corrupt, "a prefix code has more lengths than symbols")
      }
    }
    var symbol = 0
    var previous: UInt8 = 8
    while symbol < lengths.count, left > 0 {
      left -= 1
      let length = try readSymbol(code, from: input)
      if length < 16 {
        lengths[symbol] = UInt8(length)
        if length != 0 { previous = UInt8(length) }
        symbol += 1
        continue
      }
      let (value, count) =
        switch length {
        case 16: (previous, 3 + (try input.take(2)))
        case 17: (0, 3 + (try input.take(3)))
        default: (0, 11 + (try input.take(7)))
        }
      guard symbol + count <= lengths.count else {
        throw ThumbnailError(.corrupt, "a prefix code has more lengths than symbols")
      }
      for place in symbol..<(symbol + count) { lengths[place] = value }
      symbol += count
    }
  }

  /// A symbol of the code of code lengths, whose codes have 7 bits at most.
  private func readSymbol(
    _ code: VP8LCode, from input: VP8LInput
  ) throws(ThumbnailError) -> Int {
    var window = input.borrow()
    if window.isLow { try input.refresh(&window) }
    window.refill()
    let entry = table[Int(code.offset) + Int(window.peek() & code.mask)]
    window.consume(entry & 0xFF)
    input.restore(window)
    return Int(entry >> 8)
  }

  /// Makes the table of a code from the lengths of its symbols.
  private func makeTable(_ lengths: [UInt8]) throws(ThumbnailError) -> VP8LCode {
    var counts = [Int](repeating: 0, count: Self.longestCode + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let offset = used
    if counts.reduce(0, +) == 1, let symbol = lengths.firstIndex(where: { $0 > 0 }) {
      table[try take(1)] = UInt32(symbol) << 8
      return VP8LCode(offset: Int32(offset), mask: 0)
    }
    let total = (1...Self.longestCode).reduce(0) { $0 + counts[$1] << (Self.longestCode - $1) }
    guard total == 1 << Self.longestCode else {
      throw ThumbnailError(.corrupt, "a prefix code is not complete")
    }
    let codes = VP8LCanonicalCodes(lengths, counts: counts)
    let longest = UInt32(counts.lastIndex { $0 > 0 } ?? 0)
    let root = min(Self.rootBits, longest)
    _ = try take(1 << Int(root))
    for code in codes.all where code.length <= root {
      fill(offset, count: 1 << Int(root), code.reversed, code.length, symbol: code.symbol)
    }
    if longest > root { try makeSubtables(codes, offset: offset) }
    return VP8LCode(offset: Int32(offset), mask: 1 << root - 1)
  }

  /// Makes tables for codes that are longer than one look.
  private func makeSubtables(
    _ codes: VP8LCanonicalCodes, offset: Int
  ) throws(ThumbnailError) {
    let root = Self.rootBits
    var start = codes.all.firstIndex { $0.length > root } ?? codes.all.count
    while start < codes.all.count {
      let prefix = codes.all[start].reversed & (1 << root - 1)
      var end = start
      while end < codes.all.count, codes.all[end].reversed & (1 << root - 1) == prefix { end += 1 }
      // Codes come in the order of their lengths, those with a common beginning together.
      let bits = codes.all[end - 1].length - root
      let subtable = try take(1 << Int(bits))
      table[offset + Int(prefix)] = UInt32(subtable - offset) << 8 | (root + bits)
      for code in codes.all[start..<end] {
        fill(
          subtable, count: 1 << Int(bits), code.reversed >> root, code.length - root,
          symbol: code.symbol)
      }
      start = end
    }
  }

  /// Sets every entry whose number ends with a code.
  private func fill(
    _ offset: Int, count: Int, _ code: UInt32, _ length: UInt32, symbol: UInt32
  ) {
    for place in stride(from: Int(code), to: count, by: 1 << Int(length)) {
      table[offset + place] = symbol << 8 | length
    }
  }

  private func take(_ count: Int) throws(ThumbnailError) -> Int {
    guard count <= table.count - used else {
      throw ThumbnailError(
        .overBudget, "its prefix codes need more than \(table.count * 4) bytes of tables")
    }
    defer { used += count }
    return used
  }
}

/// The codes of symbols by their lengths, in the order of the codes.
private struct VP8LCanonicalCodes {
  struct Code {
    let symbol: UInt32
    let length: UInt32
    /// Its bits in the order in which they are read, the first one lowest.
    let reversed: UInt32
  }

  let all: [Code]

  init(_ lengths: [UInt8], counts: [Int]) {
    var places = [Int](repeating: 0, count: counts.count)
    for length in 1..<counts.count { places[length] = places[length - 1] + counts[length - 1] }
    var symbols = [Int](repeating: 0, count: counts.reduce(0, +))
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[Int(length)]] = symbol
      places[Int(length)] += 1
    }
    var next: UInt32 = 0
    var previous: UInt32 = 0
    all = symbols.map { symbol in
      let length = UInt32(lengths[symbol])
      next <<= length - previous
      previous = length
      defer { next += 1 }
      var (bits, reversed) = (next, UInt32(0))
      for _ in 0..<length {
        reversed = reversed << 1 | bits & 1
        bits >>= 1
      }
      return Code(symbol: UInt32(symbol), length: length, reversed: reversed)
    }
  }
}
