import ByteSources
import MediaTypes

/// Makes a movie's sample tables look as short as its first frames need them.
///
/// The library expands the tables of all samples when it opens a file, which takes 10 MB for two
/// hours and grows with the length. The counts in the tables' heads are replaced by smaller ones
/// while they are read; the boxes keep their sizes, so that the library steps over the rest.
/// Source: ISO/IEC 14496-12:2022 § 8.6 and § 8.7.
struct MovieIndexTrim {
  /// Four bytes that are read instead of those that are stored.
  struct Patch: Hashable {
    var offset: UInt64
    var value: UInt32
  }

  /// Movie boxes up to this size are left alone.
  private static let harmlessByteCount: UInt64 = 128 << 10
  /// Entries that are left in each table.
  static let entryCount: UInt32 = 1024
  /// Boxes that are looked at.
  private static let boxLimit = 4096

  private(set) var patches: [Patch] = []
  private let source: any ByteSource
  private var boxes = 0

  /// Looks for the tables of a movie; there are no patches where they are short or damaged.
  init(_ source: any ByteSource) {
    self.source = source
    do throws(ThumbnailError) {
      try visit(from: 0, to: source.byteCount, depth: 0)
    } catch {
      // The library will meet the same failure, and says so in its place.
      patches = []
    }
    patches.sort { $0.offset < $1.offset }
  }

  private mutating func visit(
    from start: UInt64, to end: UInt64, depth: Int
  ) throws(ThumbnailError) {
    var place = start
    while place < end, end - place >= 8, boxes < Self.boxLimit {
      boxes += 1
      let head = BigEndianBytes(try source.bytes(24, at: place))
      guard let box = Box(head, at: place, parentEnd: end) else { return }
      switch box.type {
      case "moov":
        if box.end - box.content > Self.harmlessByteCount {
          try visit(from: box.content, to: box.end, depth: depth + 1)
        }
      case "trak", "mdia", "minf", "stbl":
        if depth > 0, depth < 8 { try visit(from: box.content, to: box.end, depth: depth + 1) }
      case "stts", "ctts", "stss", "stps", "stco", "co64":
        try shorten(countAt: box.content + 4, in: box)
      case "stsc": try shortenRuns(in: box)
      case "stsz", "stz2": try shorten(countAt: box.content + 8, in: box)
      default: break
      }
      place = box.end
    }
  }

  private mutating func shorten(countAt offset: UInt64, in box: Box) throws(ThumbnailError) {
    guard offset + 4 <= box.end else { return }
    let count = BigEndianBytes(try source.bytes(4, at: offset)).uint32(at: 0)
    guard let count, count > Self.entryCount else { return }
    patches.append(Patch(offset: offset, value: Self.entryCount))
  }

  /// Leaves those runs of chunks that begin with a chunk that is left.
  private mutating func shortenRuns(in box: Box) throws(ThumbnailError) {
    guard box.content + 8 <= box.end else { return }
    let runByteCount = 12
    let bytes = BigEndianBytes(
      try source.bytes(8 + runByteCount * Int(Self.entryCount), at: box.content))
    guard let count = bytes.uint32(at: 4) else { return }
    var left: UInt32 = 0
    while left < min(count, Self.entryCount),
      let first = bytes.uint32(at: 8 + runByteCount * Int(left)), first <= Self.entryCount
    {
      left += 1
    }
    if left > 0, left < count { patches.append(Patch(offset: box.content + 4, value: left)) }
  }

  /// Replaces what the patches say in bytes that were read.
  func apply(to buffer: UnsafeMutableRawBufferPointer, readAt start: UInt64) {
    for patch in patches where patch.offset + 4 > start {
      guard patch.offset < start + UInt64(buffer.count) else { return }
      for byte in 0..<4 {
        let offset = patch.offset + UInt64(byte)
        guard offset >= start, offset - start < UInt64(buffer.count) else { continue }
        unsafe buffer[Int(offset - start)] = UInt8(
          truncatingIfNeeded: patch.value >> UInt32(24 - 8 * byte))
      }
    }
  }

  private struct Box {
    let type: String
    let content: UInt64
    let end: UInt64

    /// A box's head.
    ///
    /// Source: ISO/IEC 14496-12:2022 § 4.2.
    init?(_ head: BigEndianBytes, at start: UInt64, parentEnd: UInt64) {
      guard let small = head.uint32(at: 0), let name = head.name(at: 4) else { return nil }
      let headByteCount: UInt64 = small == 1 ? 16 : 8
      let byteCount: UInt64
      switch small {
      case 0: byteCount = parentEnd - start
      case 1:
        guard let high = head.uint32(at: 8), let low = head.uint32(at: 12) else { return nil }
        byteCount = UInt64(high) << 32 | UInt64(low)
      default: byteCount = UInt64(small)
      }
      guard byteCount >= headByteCount else { return nil }
      type = name
      content = start + headByteCount
      end = byteCount > parentEnd - start ? parentEnd : start + byteCount
      guard content <= end else { return nil }
    }
  }
}

/// Big-endian numbers in bytes; `nil` beyond the end.
struct BigEndianBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func uint32(at offset: Int) -> UInt32? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    return bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  func name(at offset: Int) -> String? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }
}
