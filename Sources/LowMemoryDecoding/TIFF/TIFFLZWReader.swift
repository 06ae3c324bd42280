import MediaTypes

/// Lempel-Ziv-Welch codes of 9 to 12 bits, highest bit first.
///
/// Source: TIFF 6.0 § 13.
@safe final class TIFFLZWReader: TIFFUnpacker {
  /// Bytes that the tables and the last strings take.
  static let byteCount = TIFFLZWStrings.byteCount

  private let input: TIFFInput
  private let strings: TIFFLZWStrings
  private var state = TIFFLZWState()
  /// How much of what the strings hold has been given on.
  private var given = 0

  /// - Throws: `overBudget` where there is no memory.
  init(_ input: TIFFInput) throws(ThumbnailError) {
    self.input = input
    strings = try TIFFLZWStrings()
  }

  func open(_ part: Range<UInt64>) throws(ThumbnailError) {
    input.open(part)
    state = TIFFLZWState()
    given = 0
    // Writers before the specification put the lowest bit first, and say so by their first code.
    let head = unsafe try input.bytes()
    if unsafe head.count >= 2 && head[0] == 0 && head[1] & 1 != 0 {
      throw TIFFHeader.unsupported("packing")
    }
  }

  func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(ThumbnailError) -> Int {
    var filled = 0
    while filled < count {
      if given < state.end {
        let length = min(state.end - given, count - filled)
        unsafe strings.copy(from: given, count: length, to: target + filled)
        given += length
        filled += length
        continue
      }
      if strings.isFull(state) {
        state.startOver()
        given = 0
      }
      let bytes = unsafe try input.bytes()
      guard !state.isAtEnd, unsafe !bytes.isEmpty || state.hasCode else { break }
      let place = given + count - filled
      input.consume(unsafe strings.decode(bytes, &state, until: place))
    }
    return filled
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
  var next = TIFFLZWStrings.firstFree
  /// The code before, which makes a string together with the next one; negative where there is
  /// none.
  var previous = -1
  /// Where its string begins.
  var start = 0
  /// Where the last string ends.
  var end = 0
  /// Strings of lower codes have been written over.
  var firstHeld = TIFFLZWStrings.firstFree
  /// Whether nothing more can be decoded.
  var isAtEnd = false

  /// Whether there are bits for another code.
  var hasCode: Bool { bitCount >= width }

  /// Forgets all strings.
  mutating func clear() {
    width = 9
    next = TIFFLZWStrings.firstFree
    previous = -1
    firstHeld = next
  }

  /// Goes back to the start of what holds the strings.
  mutating func startOver() {
    (start, end) = (0, 0)
    // The next one begins with what is written over too.
    firstHeld = next + 1
  }
}

/// The strings that codes stand for.
///
/// A string is copied from where it was written last; where that has been written over, it is
/// followed byte by byte from its end.
@safe final class TIFFLZWStrings {
  static let firstFree = 258
  private static let clearCode = 256
  private static let endCode = 257
  private static let longestWidth = 12
  private static let tableCount = 1 << longestWidth
  /// Strings begin before this place.
  private static let heldByteCount = 65536
  /// The longest string, and what copying by eights may exceed it.
  private static let slackByteCount = tableCount + 16

  /// Bytes that all this takes.
  static let byteCount = tableCount * 9 + heldByteCount + slackByteCount

  /// For each code the one for all but the last byte of its string, that byte, and the length of
  /// the string less one: 12, 8 and 12 bits from the lowest up.
  private let entries: Scratch<UInt32>
  /// The first byte of each string.
  private let firsts: Scratch<UInt8>
  /// Where each string has been written.
  private let starts: Scratch<UInt32>
  private let held: Scratch<UInt8>

  /// - Throws: `overBudget` where there is no memory.
  init() throws(ThumbnailError) {
    entries = try Scratch(zeroed: Self.tableCount)
    firsts = try Scratch(zeroed: Self.tableCount)
    starts = try Scratch(zeroed: Self.tableCount)
    held = try Scratch(zeroed: Self.heldByteCount + Self.slackByteCount)
    for code in 0..<256 {
      entries[code] = UInt32(code) << 12
      firsts[code] = UInt8(code)
    }
  }

  /// Whether there may be no room for another string.
  func isFull(_ state: TIFFLZWState) -> Bool { state.end >= Self.heldByteCount }

  /// Copies what has been written.
  func copy(from place: Int, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    precondition(place >= 0 && count >= 0 && place + count <= held.count)
    // SAFETY: the caller has room for `count` bytes.
    unsafe target.update(from: held.start + place, count: count)
  }

  /// Writes strings until the bytes are used up, some place is reached, or the codes end.
  ///
  /// - Parameters:
  ///   - bytes: What holds the codes.
  ///   - state: How far they have come.
  ///   - place: Where strings may end.
  /// - Returns: How many bytes have been used.
  func decode(
    _ bytes: UnsafeRawBufferPointer, _ state: inout TIFFLZWState, until place: Int
  ) -> Int {
    // SAFETY: codes are of 12 bits, and so have tables entries; strings begin before
    // `heldByteCount`, behind which there is room for the longest.
    let limit = min(place, Self.heldByteCount)
    var now = state
    var consumed = 0
    while now.end < limit {
      guard unsafe now.hasCode || refill(&now, from: bytes, &consumed) else { break }
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
      if now.previous >= 0, now.next < Self.tableCount { addString(before: code, &now) }
      let start = now.end
      write(code, &now)
      now.start = start
      now.previous = code
    }
    state = now
    return consumed
  }

  /// Makes a string of the one before and the first byte of the next one.
  @inline(__always)
  private func addString(before code: Int, _ now: inout TIFFLZWState) {
    let first = unsafe firsts.start[now.previous]
    let last = unsafe code == now.next ? first : firsts.start[code]
    let length = unsafe entries.start[now.previous] >> 20 + 1
    unsafe firsts.start[now.next] = first
    unsafe entries.start[now.next] = UInt32(now.previous) | UInt32(last) << 12 | length << 20
    unsafe starts.start[now.next] = UInt32(truncatingIfNeeded: now.start)
    // Its last byte is the first one of the string that is written now.
    unsafe held.start[now.end] = last
    now.next += 1
    if now.next == 1 << now.width - 1, now.width < Self.longestWidth { now.width += 1 }
  }

  /// Writes the string of a code.
  @inline(__always)
  private func write(_ code: Int, _ now: inout TIFFLZWState) {
    let target = unsafe held.start + now.end
    if code < 256 {
      unsafe target.pointee = UInt8(truncatingIfNeeded: code)
      now.end += 1
      return
    }
    let length = unsafe Int(entries.start[code] >> 20) + 1
    now.end += length
    guard code >= now.firstHeld else {
      unsafe follow(code, length: length, to: target)
      return
    }
    let source = unsafe UnsafeRawPointer(held.start + Int(starts.start[code]))
    let room = UnsafeMutableRawPointer(target)
    var place = 0
    repeat {
      unsafe room.storeBytes(
        of: source.loadUnaligned(fromByteOffset: place, as: UInt64.self), toByteOffset: place,
        as: UInt64.self)
      place += 8
    } while place < length
  }

  /// Writes a string from its end to its start.
  private func follow(_ code: Int, length: Int, to target: UnsafeMutablePointer<UInt8>) {
    var entry = unsafe entries.start[code]
    for place in stride(from: length - 1, through: 0, by: -1) {
      unsafe target[place] = UInt8(truncatingIfNeeded: entry >> 12)
      unsafe entry = entries.start[Int(entry & 0xFFF)]
    }
  }

  /// Reads more bits; `false` where there is no whole code.
  @inline(__always)
  private func refill(
    _ state: inout TIFFLZWState, from bytes: UnsafeRawBufferPointer, _ consumed: inout Int
  ) -> Bool {
    if bytes.count - consumed >= 8 {
      let word = unsafe UInt64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: consumed, as: UInt64.self))
      state.bits |= word &>> UInt64(state.bitCount)
      consumed += (63 - state.bitCount) >> 3
      state.bitCount |= 56
      return true
    }
    while !state.hasCode && consumed < bytes.count {
      state.bits |= unsafe UInt64(bytes[consumed]) &<< UInt64(56 - state.bitCount)
      consumed += 1
      state.bitCount += 8
    }
    return state.hasCode
  }
}
