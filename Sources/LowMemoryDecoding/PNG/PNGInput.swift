import ByteSources
import Glibc
import MediaTypes

/// A chunk of a PNG; its name is four letters.
///
/// Source: W3C PNG Specification (third edition) § 5.3.
struct PNGChunk: Sendable, Hashable {
  /// The letters as a number, the first one highest.
  struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
    let value: UInt32

    init(value: UInt32) { self.value = value }

    init(stringLiteral letters: StaticString) {
      value = letters.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Whether it is made of letters, as every name is.
    var isPlausible: Bool {
      [24, 16, 8, 0].allSatisfy { shift in
        let letter = UInt8(truncatingIfNeeded: value >> shift) | 0x20
        return letter >= 0x61 && letter <= 0x7A
      }
    }
  }

  let name: Name
  /// Where its payload begins in the source.
  let offset: UInt64
  /// The length of its payload, as it is claimed.
  let byteCount: Int

  /// Where the next chunk begins: behind the payload and its sum of four bytes.
  var end: UInt64 { offset + UInt64(byteCount) + 4 }
}

/// Reads a PNG from start to end, chunk by chunk; sums are not checked.
///
/// Holds `blockByteCount` bytes.
final class PNGInput {
  /// How many bytes are read at a time.
  static let blockByteCount = 65536

  private let source: any ByteSource
  private let block: Scratch<UInt8>
  /// Which bytes of the source the block holds.
  private var held: Range<UInt64> = 0..<0
  /// The next byte of picture data.
  private var next: UInt64 = 0
  /// Bytes of picture data that are left in the chunk at `next`.
  private var left: UInt64 = 0
  /// Whether something else lay between the chunks of picture data.
  private(set) var isInterrupted = false

  /// Prepares to read from a source.
  ///
  /// - Throws: `overBudget` where there is no memory for the block.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    block = try Scratch(zeroed: Self.blockByteCount)
  }

  /// Makes the block hold `count` bytes from `offset` on, or as many as there are.
  ///
  /// The one place where cancelling the task takes hold.
  private func load(_ count: Int, at offset: UInt64) throws(ThumbnailError) {
    if held.contains(offset), held.upperBound - offset >= UInt64(count) { return }
    if Task.isCancelled { throw ThumbnailError(.cancelled, "the decode was cancelled") }
    held = offset..<offset
    guard offset < source.byteCount else { return }
    let room = unsafe UnsafeMutableRawBufferPointer(start: block.start, count: block.count)
    let read = unsafe try source.read(into: room, at: offset)
    held = offset..<(offset + UInt64(max(0, min(read, block.count))))
  }

  /// The chunk that begins at an offset; `nil` where the source ends or none can begin.
  func chunk(at offset: UInt64) throws(ThumbnailError) -> PNGChunk? {
    try load(8, at: offset)
    return held.upperBound - offset >= 8 ? heldChunk(at: offset) : nil
  }

  /// The chunk whose header the block holds at an offset; `nil` where none can begin there.
  private func heldChunk(at offset: UInt64) -> PNGChunk? {
    let start = Int(offset - held.lowerBound)
    let bytes = (start..<(start + 8)).map { block[$0] }
    let length = bytes.bigEndianUInt32(at: 0)
    let name = PNGChunk.Name(value: bytes.bigEndianUInt32(at: 4))
    guard length <= UInt32(Int32.max), name.isPlausible else { return nil }
    return PNGChunk(name: name, offset: offset + 8, byteCount: Int(length))
  }

  /// Bytes from an offset on, at most as many as a block; fewer at the end of the source.
  func bytes(_ count: Int, at offset: UInt64) throws(ThumbnailError) -> [UInt8] {
    try load(count, at: offset)
    let start = Int(offset - held.lowerBound)
    let end = min(start + count, Int(held.upperBound - held.lowerBound))
    return (start..<end).map { block[$0] }
  }

  /// The payload of a chunk; `nil` where it exceeds a limit, at most a block, or is cut off.
  func payload(of chunk: PNGChunk, limit: Int) throws(ThumbnailError) -> [UInt8]? {
    guard chunk.byteCount <= limit else { return nil }
    let bytes = try bytes(chunk.byteCount, at: chunk.offset)
    return bytes.count == chunk.byteCount ? bytes : nil
  }

  /// A piece of a chunk's payload, from an offset in it on; shorter at its end.
  func piece(of chunk: PNGChunk, at offset: Int) throws(ThumbnailError) -> [UInt8] {
    try bytes(
      min(Self.blockByteCount, chunk.byteCount - offset), at: chunk.offset + UInt64(offset))
  }

  /// Begins with the picture data of a chunk.
  func startPicture(at chunk: PNGChunk) {
    next = chunk.offset
    left = UInt64(chunk.byteCount)
  }

  /// The next picture data, lent until it is asked for more; `nil` behind the last.
  ///
  /// Chunks of picture data are mostly small; those in a block are moved together, since the
  /// inflater takes long pieces better than short ones.
  func pictureData() throws(ThumbnailError) -> UnsafeRawBufferPointer? {
    while left == 0 || !held.contains(next) {
      if left == 0 {
        guard try openNextChunk() else { return nil }
      } else {
        try load(1, at: next)
        guard held.contains(next) else { return nil }
      }
    }
    let start = Int(next - held.lowerBound)
    var end = start
    repeat { end += takeHeld(to: end) } while left == 0 && openHeldChunk()
    return unsafe UnsafeRawBufferPointer(start: block.start + start, count: end - start)
  }

  /// Moves what the block holds of the chunk to a place before it; how many bytes that were.
  private func takeHeld(to place: Int) -> Int {
    guard held.contains(next) else { return 0 }
    let start = Int(next - held.lowerBound)
    let count = min(left, held.upperBound - next)
    if place != start {
      // SAFETY: `start + count` is at most what is held, and `place` is less than `start`. What is
      // overwritten has been passed, and is not read again.
      unsafe _ = memmove(block.start + place, block.start + start, Int(count))
    }
    next += count
    left -= count
    return Int(count)
  }

  /// Goes on to the next chunk where it is one of picture data and the block holds its header.
  private func openHeldChunk() -> Bool {
    let header = next + 4
    guard held.contains(header), held.upperBound - header >= 8 else { return false }
    let chunk = heldChunk(at: header)
    guard let chunk, chunk.name == "IDAT" else { return false }
    startPicture(at: chunk)
    return true
  }

  /// Goes on to the next chunk of picture data; `false` where there is none.
  private func openNextChunk() throws(ThumbnailError) -> Bool {
    var offset = next + 4
    while let chunk = try chunk(at: offset), chunk.name != "IEND" {
      if chunk.name == "IDAT" {
        startPicture(at: chunk)
        return true
      }
      isInterrupted = true
      offset = chunk.end
    }
    return false
  }
}
