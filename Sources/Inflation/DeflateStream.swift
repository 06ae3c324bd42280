internal import CISAL

/// A deflate stream, inflated piece by piece into memory that the caller lends.
///
/// Holds `byteCount` bytes, tables and the last 32 to 64 KiB of the output among them, so that
/// neither the pieces of the input nor those of the output need to be kept. Sums of the content
/// are not checked.
///
/// SAFETY: the state is allocated and freed here, and reached through methods only; pieces are
/// lent for the length of a call, since the library copies what it still needs of them.
@safe package final class DeflateStream {
  /// What is around the deflate blocks.
  package enum Wrapper: Sendable {
    /// Nothing.
    case none
    /// zlib's header of two bytes, and a sum at the end that is not read.
    ///
    /// Nothing in the header is believed: the blocks tell by themselves whether they are deflate,
    /// and every window is served. Source: RFC 1950 § 2.2.
    case zlib
  }

  /// How far one call has come.
  package struct Progress: Sendable, Hashable {
    /// What is to be expected of further calls.
    package enum State: Sendable, Hashable {
      /// More input, or more room for output, leads further.
      case open
      /// The last block is inflated and all of its output delivered.
      case finished
      /// The input is not deflate from here on.
      case broken
    }

    /// Bytes of the input that are used up.
    package let consumed: Int
    /// Bytes of the output that are written.
    package let produced: Int
    /// What is to be expected of further calls.
    package let state: State
  }

  /// Bytes that a stream holds.
  package static let byteCount = CISAL_STATE_BYTES

  /// Whether the library at hand inflates rightly on this kind of processor.
  package static let isReliable = CISAL_IS_RELIABLE != 0

  private let state: UnsafeMutableRawPointer
  private var headerBytesLeft: Int
  private var isBroken = false

  /// Starts a stream.
  ///
  /// - Parameter wrapper: What is around the deflate blocks.
  package init(wrapper: Wrapper) {
    unsafe state = UnsafeMutableRawPointer.allocate(
      byteCount: DeflateStream.byteCount, alignment: 64)
    unsafe cisal_start(state)
    headerBytesLeft = wrapper == .zlib ? 2 : 0
  }

  deinit { unsafe state.deallocate() }

  /// Inflates until the input is used up or the room for output is.
  ///
  /// Output may come without input, since the stream holds some back: there is no more of it when
  /// room is left over. The corresponding C function is `isal_inflate`.
  ///
  /// - Parameters:
  ///   - input: The next bytes of the stream.
  ///   - output: Room for output.
  /// - Returns: How many bytes were used and written, and whether there is more.
  package func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Progress {
    guard !isBroken else { return Progress(consumed: 0, produced: 0, state: .broken) }
    let skipped = min(headerBytesLeft, input.count)
    headerBytesLeft -= skipped
    let given = min(input.count - skipped, Int(Int32.max))
    let room = min(output.count, Int(UInt32.max))
    guard room > 0, let target = output.baseAddress else {
      return Progress(consumed: skipped, produced: 0, state: .open)
    }
    var inputLeft = UInt32(given)
    var outputLeft = UInt32(room)
    var isFinished: Int32 = 0
    // An empty piece may have no address, which the library does not look at then.
    let bytes = unsafe input.baseAddress.map { unsafe $0 + skipped } ?? UnsafeRawPointer(target)
    let status = unsafe cisal_inflate(
      state, bytes.assumingMemoryBound(to: UInt8.self), &inputLeft,
      target.assumingMemoryBound(to: UInt8.self), &outputLeft, &isFinished)
    // Where the input ends inside of a match, the library counts a byte that is not there; and where
    // the stream ends, it gives back those that it had read ahead, of earlier pieces too.
    let consumed = min(max(given - Int(Int32(truncatingIfNeeded: inputLeft)), 0), given)
    let produced = room - Int(outputLeft)
    let isStuck = isFinished == 0 && given > 0 && consumed == 0 && produced == 0
    isBroken = status < 0 || isStuck
    return Progress(
      consumed: skipped + consumed, produced: produced,
      state: isBroken ? .broken : isFinished != 0 ? .finished : .open)
  }
}
