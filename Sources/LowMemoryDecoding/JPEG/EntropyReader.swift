import Glibc
import MediaTypes

/// Keeps a window on the entropy-coded bytes of a scan, interval by interval.
///
/// Holds `heldByteCount` bytes.
final class EntropyReader {
  /// The bytes of a window's data.
  private static let capacity = 65536
  /// Zeros behind the data's end, so that a window past it reads zeros.
  private static let padding = 16
  /// No block takes more: 64 coefficients, each a code and a value of 16 bits at most.
  private static let blockByteLimit = 256

  /// What this reader holds, in bytes.
  static let heldByteCount = capacity + padding

  private let input: JPEGInput
  private let buffer: Scratch<UInt8>
  /// The end of the data in the buffer.
  private var end = 0
  /// Whether a marker or the end of the source follows the data.
  private var isLast = false
  /// The window that loops copy, use and give back.
  var window: BitWindow

  /// Whether data were met that no encoder writes.
  var isDamaged = false

  /// How many bytes the blocks of a minimum coded unit may take.
  private let unitByteLimit: Int

  /// Starts at the entropy-coded bytes behind a scan header.
  init(_ input: JPEGInput, blocksPerUnit: Int) throws(ThumbnailError) {
    self.input = input
    buffer = try Scratch(zeroed: Self.heldByteCount)
    // 16 more, since a window reads ahead.
    unitByteLimit = blocksPerUnit * Self.blockByteLimit + 16
    unsafe window = BitWindow(next: buffer.start, low: buffer.start, last: buffer.start)
    try startInterval()
  }

  /// Drops what is left of an interval's data, and reads the first of the next.
  private func startInterval() throws(ThumbnailError) {
    end = 0
    isLast = false
    try fill(from: 0, bit: 0)
  }

  /// Makes sure that a window holds the data of one more unit, or all that there are.
  ///
  /// - Parameter window: The reader's window, as a loop has left it.
  /// - Returns: `false` where all data of the interval are consumed.
  /// - Throws: `cancelled`, and what the source throws.
  @inline(never) func prepare(_ window: inout BitWindow) throws(ThumbnailError) -> Bool {
    let consumed = unsafe window.consumedBits(since: buffer.start)
    if !isLast {
      try fill(from: consumed / 8, bit: consumed % 8)
      window = self.window
    }
    return unsafe !isLast || window.consumedBits(since: buffer.start) < end * 8
  }

  /// Moves the data that are not consumed to the front, and reads on behind them.
  private func fill(from start: Int, bit: Int) throws(ThumbnailError) {
    // SAFETY: `start` is at most `end`, since a window consumes no more than a unit's data, which
    // `prepare` made sure of; the data end before the padding.
    let first = min(start, end)
    let kept = end - first
    unsafe _ = memmove(buffer.start, buffer.start + first, kept)
    let room = unsafe UnsafeMutableBufferPointer(
      start: buffer.start + kept, count: Self.capacity - kept)
    end = kept + (unsafe try input.copyEntropyCodedBytes(to: room))
    isLast = end < Self.capacity
    unsafe _ = memset(buffer.start + end, 0, Self.padding)
    let low = max(0, isLast ? end - 1 : end - unitByteLimit)
    unsafe window = BitWindow(
      next: buffer.start, low: buffer.start + low, last: buffer.start + end + Self.padding - 8)
    window.refill()
    window.consume(bit)
  }

  /// Whether the window is past the end of the interval's data.
  var isPastEnd: Bool {
    unsafe isLast && window.consumedBits(since: buffer.start) > end * 8
  }

  /// What lies between two restart intervals.
  enum Restart {
    /// The next interval that can be decoded comes after so many lost ones.
    case resumed(lostIntervals: Int)
    /// The scan's data have ended.
    case ended
  }

  /// Goes to the next restart marker.
  ///
  /// A marker that is a few numbers ahead says that intervals are lost; one that is behind, or has
  /// a code that no marker has, is passed over.
  ///
  /// Source: ITU-T T.81 § F.2.2.5 and, for the distances, § B.2.1 (numbers count modulo 8).
  ///
  /// - Parameter number: The marker's number that is due, 0 to 7.
  /// - Returns: Where to resume.
  /// - Throws: `cancelled`, and what the source throws.
  func restart(_ number: Int) throws(ThumbnailError) -> Restart {
    while let marker = try input.nextMarker() {
      if marker < JPEGMarker.firstAssigned {
        isDamaged = true
        continue
      }
      guard JPEGMarker.isRestart(marker) else {
        input.putBack(marker)
        return .ended
      }
      let ahead = (Int(marker & 7) - number) & 7
      if ahead != 0 { isDamaged = true }
      guard ahead < 5 else { continue }
      try startInterval()
      return .resumed(lostIntervals: ahead)
    }
    return .ended
  }
}
