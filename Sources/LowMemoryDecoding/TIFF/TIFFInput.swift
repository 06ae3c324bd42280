import ByteSources
import MediaTypes

/// Reads parts of a file in order.
///
/// Holds `blockByteCount` bytes.
@safe final class TIFFInput {
  /// How many bytes are read at a time.
  static let blockByteCount = 65536

  private let source: any ByteSource
  private let isBitReversed: Bool
  private let block: Scratch<UInt8>
  private var next: UInt64 = 0
  private var end: UInt64 = 0
  private var held = 0..<0

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - isBitReversed: Whether the lowest bit of a byte comes first.
  /// - Throws: `overBudget` where there is no memory.
  init(_ source: any ByteSource, isBitReversed: Bool) throws(ThumbnailError) {
    self.source = source
    self.isBitReversed = isBitReversed
    block = try Scratch(zeroed: Self.blockByteCount)
  }

  /// Goes to a part.
  func open(_ part: Range<UInt64>) {
    held = 0..<0
    next = part.lowerBound
    end = part.upperBound
  }

  /// The bytes that are held, lent until more are asked for; at the end of the part there are none.
  ///
  /// - Throws: `cancelled`, and what the source throws.
  func bytes() throws(ThumbnailError) -> UnsafeRawBufferPointer {
    if held.isEmpty { try fill() }
    // SAFETY: `held` lies inside the block.
    return unsafe UnsafeRawBufferPointer(start: block.start + held.lowerBound, count: held.count)
  }

  /// Passes over bytes that are held.
  func consume(_ count: Int) { held.removeFirst(count) }

  private func fill() throws(ThumbnailError) {
    guard next < end else { return }
    guard !Task.isCancelled else { throw ThumbnailError(.cancelled, "the task was cancelled") }
    let wanted = Int(min(UInt64(block.count), end - next))
    let count = unsafe try source.read(
      into: UnsafeMutableRawBufferPointer(start: block.start, count: wanted), at: next)
    next += UInt64(count)
    if count == 0 { end = next }
    held = 0..<count
    guard isBitReversed else { return }
    for index in 0..<count { block[index] = Self.reversed(block[index]) }
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    var byte = byte >> 4 | byte << 4
    byte = (byte & 0xCC) >> 2 | (byte & 0x33) << 2
    return (byte & 0xAA) >> 1 | (byte & 0x55) << 1
  }
}
