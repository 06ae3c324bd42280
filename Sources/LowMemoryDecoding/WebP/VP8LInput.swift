import ByteSources
import Glibc
import MediaTypes

/// Reads the bits of a VP8L chunk from start to end.
///
/// Holds `byteCount` bytes.
@safe final class VP8LInput {
  /// How many bytes are read at a time.
  private static let blockByteCount = 65536
  /// Zeros behind the last byte; a window reads ahead that far at most.
  static let slackByteCount = 32
  /// A window is low where fewer bytes are left in the block.
  private static let lowByteCount = 24

  /// Bytes that reading takes.
  static var byteCount: Int { blockByteCount + slackByteCount }

  private let source: any ByteSource
  private let block: Scratch<UInt8>
  /// How many bytes the block holds.
  private var held = 0
  /// Where the bytes behind the block begin in the source, and where the chunk ends.
  private var offset: UInt64
  private let end: UInt64
  /// Whether more was asked for than there is; everything read since is zeros.
  private(set) var isExhausted = false
  /// What the next bits are while nobody has borrowed them.
  private var window: VP8LWindow

  /// Starts at the first byte of a part of a source.
  ///
  /// - Throws: `overBudget` where there is no memory for the block, and what the source throws.
  init(_ source: any ByteSource, range: Range<UInt64>) throws(ThumbnailError) {
    self.source = source
    block = try Scratch(zeroed: Self.byteCount)
    offset = range.lowerBound
    end = min(range.upperBound, source.byteCount)
    unsafe window = VP8LWindow(next: block.start, low: block.start)
    try load(keeping: 0)
    makeWindow()
  }

  /// Takes the next bits as a number.
  ///
  /// - Parameter width: How many, 0 to 24.
  /// - Returns: The number; zeros stand for what is behind the end.
  /// - Throws: `cancelled`, and what the source throws.
  func take(_ width: UInt32) throws(ThumbnailError) -> Int {
    if window.isLow { try refresh(&window) }
    window.refill()
    return window.take(width)
  }

  /// Lends the next bits to a loop, which gives them back by `restore`.
  func borrow() -> VP8LWindow { window }

  /// Takes the bits back from a loop.
  func restore(_ window: VP8LWindow) { self.window = window }

  /// Reads on for a window that is low; notes where the end has been passed.
  ///
  /// The one place where cancelling the task takes hold.
  ///
  /// - Throws: `cancelled`, and what the source throws.
  func refresh(_ window: inout VP8LWindow) throws(ThumbnailError) {
    // SAFETY: a window begins in the block, and is `slackByteCount` behind its end at most.
    let position = unsafe window.next - UnsafePointer(block.start)
    let consumed = position * 8 - window.heldBits
    guard offset < end else {
      if consumed > held * 8 {
        isExhausted = true
        // Zeros for whoever goes on.
        unsafe window = VP8LWindow(next: block.start + held, low: block.start + held)
      }
      return
    }
    let start = consumed / 8
    // SAFETY: where the source has more, `low` is before the end of the block, and so is `start`.
    unsafe _ = memmove(block.start, block.start + start, held - start)
    try load(keeping: held - start)
    makeWindow()
    window = self.window
    window.refill()
    window.consume(UInt32(consumed % 8))
  }

  /// Fills the block behind the bytes that it keeps.
  private func load(keeping kept: Int) throws(ThumbnailError) {
    if Task.isCancelled { throw ThumbnailError(.cancelled, "the decode was cancelled") }
    held = kept
    while held < Self.blockByteCount, offset < end {
      let count = min(Self.blockByteCount - held, Int(clamping: end - offset))
      let read = unsafe try source.read(
        into: UnsafeMutableRawBufferPointer(start: block.start + held, count: count), at: offset)
      guard read > 0 else {
        offset = end
        break
      }
      held += min(read, count)
      offset += UInt64(min(read, count))
    }
    unsafe (block.start + held).update(repeating: 0, count: Self.byteCount - held)
  }

  private func makeWindow() {
    let low = offset < end ? max(0, held - Self.lowByteCount) : held
    unsafe window = VP8LWindow(next: block.start, low: block.start + low)
  }
}
