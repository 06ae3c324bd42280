import ByteSources
import MediaTypes

/// Reads a file from some place on, in order.
///
/// Holds `blockByteCount` bytes.
final class BMPInput {
  /// How many bytes are read at a time.
  static let blockByteCount = 65536

  private let source: any ByteSource
  private let block: Scratch<UInt8>
  private var next: UInt64
  private var held = 0..<0

  /// Prepares to read.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ source: any ByteSource, at offset: UInt64) throws(ThumbnailError) {
    self.source = source
    next = offset
    block = try Scratch(zeroed: Self.blockByteCount)
  }

  /// The next byte; `nil` behind the end.
  func byte() throws(ThumbnailError) -> UInt8? {
    if held.isEmpty { try fill() }
    guard let first = held.first else { return nil }
    held.removeFirst()
    return block[first]
  }

  /// Passes over bytes.
  func skip(_ count: Int) throws(ThumbnailError) {
    for _ in 0..<count { _ = try byte() }
  }

  /// Reads bytes in a row.
  ///
  /// - Parameters:
  ///   - target: Where they go.
  ///   - count: How many; the target has room for them.
  /// - Returns: How many were there.
  /// - Throws: What the source throws.
  func read(into target: Scratch<UInt8>, count: Int) throws(ThumbnailError) -> Int {
    precondition(count <= target.count)
    var filled = 0
    while filled < count {
      if held.isEmpty { try fill() }
      guard !held.isEmpty else { break }
      let part = min(held.count, count - filled)
      // SAFETY: both parts lie inside their memory.
      unsafe (target.start + filled).update(from: block.start + held.lowerBound, count: part)
      held.removeFirst(part)
      filled += part
    }
    return filled
  }

  private func fill() throws(ThumbnailError) {
    guard !Task.isCancelled else { throw ThumbnailError(.cancelled, "the task was cancelled") }
    let count = unsafe try source.read(
      into: UnsafeMutableRawBufferPointer(start: block.start, count: block.count), at: next)
    next += UInt64(count)
    held = 0..<count
  }
}
