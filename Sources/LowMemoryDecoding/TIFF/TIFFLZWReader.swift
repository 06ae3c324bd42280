import MediaTypes

/// Lempel-Ziv-Welch codes of 9 to 12 bits, highest bit first.
///
/// Source: TIFF 6.0 § 13.
@safe final class TIFFLZWReader: TIFFUnpacker {
  private static let tableCount = 1 << 12
  /// Bytes that the tables and what is left of a string take.
  static let tableByteCount = tableCount * 6

  private let input: TIFFInput
  private let table: TIFFLZWTable
  /// A string that was longer than the room for it.
  private let rest: Scratch<UInt8>
  private var restPlaces = 0..<0
  private var state = TIFFLZWState()

  /// - Throws: `overBudget` where there is no memory.
  init(_ input: TIFFInput) throws(ThumbnailError) {
    self.input = input
    table = try TIFFLZWTable()
    rest = try Scratch(zeroed: Self.tableCount)
  }

  func open(_ part: Range<UInt64>) throws(ThumbnailError) {
    input.open(part)
    restPlaces = 0..<0
    state = TIFFLZWState()
    // Writers before the specification put the lowest bit first, and say so by their first code.
    let head = unsafe try input.bytes()
    if unsafe head.count >= 2 && head[0] == 0 && head[1] & 1 != 0 {
      throw TIFFHeader.unsupported("packing")
    }
  }

  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ThumbnailError) -> Int {
    var filled = unsafe takeRest(into: target, count: count)
    while filled < count, !state.isAtEnd {
      let bytes = unsafe try input.bytes()
      guard unsafe !bytes.isEmpty || state.hasCode else { break }
      var part = unsafe TIFFLZWPart(bytes, target + filled, count: count - filled)
      unsafe table.decode(&part, &state)
      unsafe input.consume(part.consumed)
      filled += unsafe part.produced
      guard let code = unsafe part.long else { continue }
      restPlaces = unsafe 0..<table.write(code, to: rest.start)
      filled += unsafe takeRest(into: target + filled, count: count - filled)
    }
    return filled
  }

  private func takeRest(into target: UnsafeMutablePointer<UInt8>, count: Int) -> Int {
    let length = min(restPlaces.count, count)
    // SAFETY: the places lie inside of `rest`, and there is room for `count` bytes.
    unsafe target.update(from: rest.start + restPlaces.lowerBound, count: length)
    restPlaces.removeFirst(length)
    return length
  }
}

/// How far the codes of a part have come.
struct TIFFLZWState {
  /// Bits that have been read and not been used, from the highest down; below them may be others
  /// of the same place in the file.
  var bits: UInt64 = 0
  var bitCount = 0
  /// Bits of the next code.
  var width = 9
  /// The code of the next string.
  var next = TIFFLZWTable.firstFree
  /// The code before, which makes a string together with the next one; negative where there is
  /// none.
  var previous = -1
  /// Whether nothing more can be decoded.
  var isAtEnd = false

  /// Whether there are bits for another code.
  var hasCode: Bool { bitCount >= width }

  /// Forgets all strings.
  mutating func clear() {
    width = 9
    next = TIFFLZWTable.firstFree
    previous = -1
  }
}

/// Bytes to be decoded, and room for what they become.
///
/// SAFETY: both are lent by the caller for the length of a call.
@unsafe struct TIFFLZWPart {
  let bytes: UnsafeRawBufferPointer
  let target: UnsafeMutablePointer<UInt8>
  let count: Int
  var consumed = 0
  var produced = 0
  /// A code whose string is longer than the room that is left.
  var long: Int?

  init(_ bytes: UnsafeRawBufferPointer, _ target: UnsafeMutablePointer<UInt8>, count: Int) {
    unsafe self.bytes = unsafe bytes
    unsafe self.target = unsafe target
    unsafe self.count = count
  }
}

/// The strings that codes stand for.
@safe final class TIFFLZWTable {
  static let firstFree = 258
  private static let clearCode = 256
  private static let endCode = 257
  private static let longestWidth = 12

  /// For each code the one for all but the last byte of its string, that byte, and the length of
  /// the string less one: 12, 8 and 12 bits from the lowest up.
  private let entries: Scratch<UInt32>
  /// The first byte of each string.
  private let firsts: Scratch<UInt8>

  /// - Throws: `overBudget` where there is no memory.
  init() throws(ThumbnailError) {
    entries = try Scratch(zeroed: 1 << Self.longestWidth)
    firsts = try Scratch(zeroed: 1 << Self.longestWidth)
    for code in 0..<256 {
      entries[code] = UInt32(code) << 12
      firsts[code] = UInt8(code)
    }
  }

  /// Decodes until the bytes are used up, the room is, or the codes end.
  func decode(_ part: inout TIFFLZWPart, _ state: inout TIFFLZWState) {
    // SAFETY: places stay below the counts; codes are of 12 bits, and so have entries.
    var now = state
    let entries = unsafe entries.start
    let firsts = unsafe firsts.start
    while unsafe part.produced < part.count {
      guard unsafe now.hasCode || refill(&now, &part) else { break }
      let code = Int(now.bits &>> UInt64(64 - now.width))
      now.bits &<<= UInt64(now.width)
      now.bitCount -= now.width
      if code == Self.clearCode {
        now.clear()
        continue
      }
      guard code != Self.endCode, code < now.next || code == now.next && now.previous >= 0 else {
        now.isAtEnd = true
        break
      }
      if now.previous >= 0, now.next < 1 << Self.longestWidth {
        let first = unsafe firsts[now.previous]
        let last = unsafe code == now.next ? first : firsts[code]
        let length = unsafe entries[now.previous] >> 20 + 1
        unsafe firsts[now.next] = first
        unsafe entries[now.next] = UInt32(now.previous) | UInt32(last) << 12 | length << 20
        now.next += 1
        if now.next == 1 << now.width - 1, now.width < Self.longestWidth { now.width += 1 }
      }
      now.previous = code
      if code < 256 {
        unsafe part.target[part.produced] = UInt8(truncatingIfNeeded: code)
        unsafe part.produced += 1
      } else if unsafe Int(entries[code] >> 20) < part.count - part.produced {
        unsafe part.produced += write(code, to: part.target + part.produced)
      } else {
        unsafe part.long = code
        break
      }
    }
    state = now
  }

  /// Reads more bits; `false` where there is no whole code.
  @inline(__always)
  private func refill(_ state: inout TIFFLZWState, _ part: inout TIFFLZWPart) -> Bool {
    if unsafe part.bytes.count - part.consumed >= 8 {
      let word = unsafe UInt64(
        bigEndian: part.bytes.loadUnaligned(fromByteOffset: part.consumed, as: UInt64.self))
      state.bits |= word &>> UInt64(state.bitCount)
      unsafe part.consumed += (63 - state.bitCount) >> 3
      state.bitCount |= 56
      return true
    }
    while unsafe !state.hasCode && part.consumed < part.bytes.count {
      state.bits |= unsafe UInt64(part.bytes[part.consumed]) &<< UInt64(56 - state.bitCount)
      unsafe part.consumed += 1
      state.bitCount += 8
    }
    return state.hasCode
  }

  /// Writes the string of a code that has one; gives its length.
  @inline(__always)
  func write(_ code: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
    // SAFETY: the caller has room for the string; the codes before it are at most as many.
    let entries = unsafe entries.start
    var entry = unsafe entries[code]
    let last = Int(entry >> 20)
    for place in stride(from: last, through: 0, by: -1) {
      unsafe target[place] = UInt8(truncatingIfNeeded: entry >> 12)
      unsafe entry = entries[Int(entry & 0xFFF)]
    }
    return last + 1
  }
}
