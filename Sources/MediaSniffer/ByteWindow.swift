/// Why a parser cannot have the bytes it asks for.
enum Shortage: Error, Hashable {
  /// They have not been pushed yet, or are held no more.
  case missing(Range<UInt64>)
  /// The file has no such bytes, the stream has passed them, or nobody may ask for so many at once.
  case unavailable
}

/// Which byte of a number comes first.
enum ByteOrder: Sendable {
  /// The lowest eight bits come first.
  case little
  /// The highest eight bits come first.
  case big
}

/// The bytes of a file that are held at the moment, asked for by their place in the file.
///
/// A parser names offsets from the start of the file; what is not held throws `Shortage.missing`,
/// the sniffer gets it, and the parser's step runs again.
struct ByteWindow: Sendable {
  /// The most bytes that one request may span.
  static let longestRequest = 16 << 10

  /// A run of held bytes.
  private struct Run {
    /// Where it begins in the file.
    var start: UInt64
    /// Where it begins in `bytes`.
    var index: Int
  }

  /// The bytes that are held, run after run; the last run grows.
  private var bytes: [UInt8] = []
  /// The run that grows.
  private var last = Run(start: 0, index: 0)
  /// The runs before it, the oldest first.
  private var older: [Run] = []
  /// The length of the file, once that is known.
  var byteCount: UInt64?
  /// Whether bytes before the growing run cannot be had any more.
  let isForwardOnly: Bool

  /// Starts without bytes.
  init(byteCount: UInt64?, isForwardOnly: Bool) {
    self.byteCount = byteCount
    self.isForwardOnly = isForwardOnly
  }

  /// How many bytes are held.
  var count: Int { bytes.count }
  /// Where the growing run begins in the file.
  var start: UInt64 { last.start }
  /// Where the growing run ends in the file.
  var end: UInt64 { last.start + UInt64(bytes.count - last.index) }

  /// Checks that bytes are held.
  ///
  /// A step that reads several fields begins with this, so that it runs twice at most.
  func require(_ count: Int, at offset: UInt64) throws(Shortage) {
    _ = try index(of: offset, count: count)
  }

  /// Whether the file is known to end before `offset`.
  func ends(before offset: UInt64) -> Bool { byteCount.map { $0 < offset } ?? false }

  /// The byte at an offset.
  func u8(at offset: UInt64) throws(Shortage) -> UInt8 {
    bytes[try index(of: offset, count: 1)]
  }

  /// The 16-bit number at an offset.
  func u16(at offset: UInt64, _ order: ByteOrder = .big) throws(Shortage) -> UInt16 {
    let i = try index(of: offset, count: 2)
    let number = UInt16(bytes[i]) << 8 | UInt16(bytes[i + 1])
    return order == .big ? number : number.byteSwapped
  }

  /// The 32-bit number at an offset.
  func u32(at offset: UInt64, _ order: ByteOrder = .big) throws(Shortage) -> UInt32 {
    let i = try index(of: offset, count: 4)
    let number =
      UInt32(bytes[i]) << 24 | UInt32(bytes[i + 1]) << 16 | UInt32(bytes[i + 2]) << 8
      | UInt32(bytes[i + 3])
    return order == .big ? number : number.byteSwapped
  }

  /// The 64-bit number at an offset.
  func u64(at offset: UInt64, _ order: ByteOrder = .big) throws(Shortage) -> UInt64 {
    try require(8, at: offset)
    let high = UInt64(try u32(at: offset))
    let number = high << 32 | UInt64(try u32(at: offset + 4))
    return order == .big ? number : number.byteSwapped
  }

  /// The four bytes at an offset.
  func fourCC(at offset: UInt64) throws(Shortage) -> FourCC { FourCC(try u32(at: offset)) }

  /// The number at an offset whose bytes hold seven bits each, the highest first, and that passes
  /// the offset behind its last byte; at most five bytes.
  func sevenBitNumber(at offset: inout UInt64) throws(Shortage) -> UInt64 {
    var number: UInt64 = 0
    for _ in 0..<5 {
      let byte = try u8(at: offset)
      offset += 1
      number = number << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return number
  }

  /// Whether the bytes at an offset are those of `text` (in UTF-8).
  ///
  /// Bytes that the file does not have match nothing.
  func has(_ text: String, at offset: UInt64) throws(Shortage) -> Bool {
    try has(text.utf8, at: offset)
  }

  /// Whether these bytes stand at an offset; those that the file does not have match nothing.
  @inline(__always)
  func has(_ wanted: some Collection<UInt8>, at offset: UInt64) throws(Shortage) -> Bool {
    let count = wanted.count
    if let index = held(inGrowingRun: offset, count: count) {
      var place = index
      for byte in wanted {
        guard bytes[place] == byte else { return false }
        place += 1
      }
      return true
    }
    // Byte by byte: a stream need not wait for all of them where the first ones differ.
    var place = offset
    for byte in wanted {
      do throws(Shortage) {
        guard try u8(at: place) == byte else { return false }
      } catch .unavailable {
        return false
      }
      place += 1
    }
    return true
  }

  /// The first place in a range at which four bytes stand; the range must be short.
  func place(of name: FourCC, in range: Range<UInt64>) throws(Shortage) -> UInt64? {
    guard range.count >= 4 else { return nil }
    let first = try index(of: range.lowerBound, count: range.count)
    var last = UInt32(bytes[first]) << 16 | UInt32(bytes[first + 1]) << 8 | UInt32(bytes[first + 2])
    for place in (first + 3)..<(first + range.count) {
      last = last << 8 | UInt32(bytes[place])
      if last == name.raw { return range.lowerBound + UInt64(place - first - 3) }
    }
    return nil
  }

  /// Whether the bytes at an offset are those of one of the texts.
  func has(oneOf texts: String..., at offset: UInt64) throws(Shortage) -> Bool {
    for text in texts where try has(text, at: offset) { return true }
    return false
  }

  /// The bytes from an offset on, fewer than asked where the file ends.
  func prefix(_ count: Int, at offset: UInt64) throws(Shortage) -> ArraySlice<UInt8> {
    do throws(Shortage) {
      let i = try index(of: offset, count: count)
      return bytes[i..<(i + count)]
    } catch .unavailable {
      guard let byteCount, offset < byteCount, byteCount - offset < UInt64(count) else { return [] }
      let rest = Int(byteCount - offset)
      let i = try index(of: offset, count: rest)
      return bytes[i..<(i + rest)]
    }
  }

  /// Whether all bytes of a range are held in one run.
  func holds(_ range: Range<UInt64>) -> Bool {
    held(at: range.lowerBound, count: Int(clamping: range.upperBound - range.lowerBound)) != nil
  }

  @inline(__always)
  private func held(inGrowingRun offset: UInt64, count: Int) -> Int? {
    let relative = offset &- last.start
    let lastCount = bytes.count - last.index
    guard offset >= last.start, relative <= UInt64(lastCount), lastCount - Int(relative) >= count
    else { return nil }
    return last.index + Int(relative)
  }

  @inline(__always)
  private func index(of offset: UInt64, count: Int) throws(Shortage) -> Int {
    if let index = held(inGrowingRun: offset, count: count) { return index }
    return try indexElsewhere(of: offset, count: count)
  }

  @inline(never)
  private func indexElsewhere(of offset: UInt64, count: Int) throws(Shortage) -> Int {
    if let index = held(at: offset, count: count) { return index }
    throw shortage(of: count, at: offset)
  }

  private func held(at offset: UInt64, count: Int) -> Int? {
    var run = last
    var end = bytes.count
    var place = older.count
    while true {
      let relative = offset &- run.start
      let length = end - run.index
      if offset >= run.start, relative <= UInt64(length), length - Int(relative) >= count {
        return run.index + Int(relative)
      }
      guard place > 0 else { return nil }
      place -= 1
      end = run.index
      run = older[place]
    }
  }

  @inline(never)
  private func shortage(of count: Int, at offset: UInt64) -> Shortage {
    let (end, overflows) = offset.addingReportingOverflow(UInt64(count))
    let isPassed = isForwardOnly && offset < start
    guard !overflows, count <= Self.longestRequest, end <= byteCount ?? .max, !isPassed else {
      return .unavailable
    }
    return .missing(offset..<end)
  }
}

extension ByteWindow {
  /// Takes bytes that follow the growing run.
  mutating func append(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  /// Takes the first bytes of the file as they are.
  mutating func adopt(_ first: [UInt8]) { bytes = first }

  /// Begins a new run at an offset, and keeps the others.
  mutating func begin(at offset: UInt64) {
    if bytes.count > last.index { older.append(last) }
    last = Run(start: offset, index: bytes.count)
  }

  /// Lets go of the oldest bytes until at most `count` are held, but of none of the growing run
  /// from `offset` on.
  mutating func shrink(to count: Int, sparing offset: UInt64) {
    guard bytes.count > count else { return }
    var surplus = bytes.count - count
    if surplus >= last.index {
      older = []
      let spared = last.start...end ~= offset ? offset : end
      surplus = min(surplus, last.index + Int(spared - last.start))
      last.start += UInt64(surplus - last.index)
      last.index = surplus
    } else {
      let second = older.firstIndex { $0.index >= surplus }
      surplus = second.map { older[$0].index } ?? last.index
      older.removeFirst(second ?? older.count)
    }
    bytes.removeFirst(surplus)
    last.index -= surplus
    for place in older.indices { older[place].index -= surplus }
  }

  /// Lets go of everything before an offset, and of all runs but the growing one.
  mutating func drop(before offset: UInt64) {
    guard offset > start else { return }
    let count = min(offset - start, UInt64(bytes.count - last.index))
    bytes.removeFirst(last.index + Int(count))
    older = []
    last = Run(start: offset, index: 0)
  }
}
