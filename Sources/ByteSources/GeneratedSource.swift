package import MediaTypes
internal import Synchronization

/// Bytes that are made piece by piece when they are read, such as the file around raw pixels.
///
/// Between a head and a tail lie pieces of one length. It holds one piece, the last that was asked
/// for.
package final class GeneratedSource: ByteSource {
  private struct Piece {
    let index: UInt64
    let bytes: [UInt8]
  }

  private let head: [UInt8]
  private let tail: [UInt8]
  private let pieceByteCount: UInt64
  private let tailStart: UInt64
  private let make: @Sendable (Int) -> [UInt8]
  private let latest = Mutex<Piece?>(nil)

  /// How many bytes there are.
  package let byteCount: UInt64

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - head: What comes before the pieces.
  ///   - pieceCount: How many pieces there are.
  ///   - pieceByteCount: How many bytes each has, at least 1; together they fit in 63 bits.
  ///   - tail: What comes after them.
  ///   - make: Makes the piece of a number; the same each time.
  package init(
    head: [UInt8], pieceCount: Int, pieceByteCount: Int, tail: [UInt8],
    make: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.head = head
    self.tail = tail
    self.pieceByteCount = UInt64(pieceByteCount)
    self.make = make
    tailStart = UInt64(head.count) + UInt64(pieceCount) * self.pieceByteCount
    byteCount = tailStart + UInt64(tail.count)
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let found = bytes(from: offset + UInt64(filled))
      let count = min(buffer.count - filled, found.count)
      guard count > 0 else { break }
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + count)])
        .copyBytes(from: found.prefix(count))
      filled += count
    }
    return filled
  }

  /// What lies from an offset to the end of its part; nothing at and after the end.
  private func bytes(from offset: UInt64) -> ArraySlice<UInt8> {
    guard offset < byteCount else { return [] }
    if offset >= tailStart { return tail[Int(offset - tailStart)...] }
    guard offset >= UInt64(head.count) else { return head[Int(offset)...] }
    let (index, start) = (offset - UInt64(head.count)).quotientAndRemainder(
      dividingBy: pieceByteCount)
    return piece(index)[Int(start)...]
  }

  private func piece(_ index: UInt64) -> [UInt8] {
    latest.withLock { latest in
      if let latest, latest.index == index { return latest.bytes }
      let piece = Piece(index: index, bytes: make(Int(index)))
      latest = piece
      return piece.bytes
    }
  }
}
