/// The next bits of a VP8L stream, lowest bit first; copied to a local variable by inner loops.
///
/// SAFETY: `next` points into the block of the `VP8LInput` that made the window, which outlives it.
/// Whoever takes bits asks `isLow` after every 16 bytes at most, and lets the input answer; behind
/// the last byte of a block follow `VP8LInput.slackByteCount` zeros, which are more than that.
///
/// Source: RFC 9649 § 3.2 (order of bits).
@safe struct VP8LWindow {
  /// The bits, the first one lowest; those from `count` on may be ahead of it.
  private var bits: UInt64 = 0
  /// How many bits are promised.
  private var count: UInt64 = 0
  @unsafe private(set) var next: UnsafePointer<UInt8>
  /// Beyond this place the input wants to be asked.
  @unsafe private let low: UnsafePointer<UInt8>

  /// Starts at a byte.
  @unsafe init(next: UnsafePointer<UInt8>, low: UnsafePointer<UInt8>) {
    unsafe self.next = next
    unsafe self.low = low
  }

  /// Whether the input must be asked before more bits are taken.
  var isLow: Bool {
    @inline(__always) get { unsafe next > low }
  }

  /// How many bits have been read ahead of what is consumed.
  var heldBits: Int { Int(truncatingIfNeeded: count) }

  /// Makes at least 56 bits available.
  @inline(__always) mutating func refill() {
    let word = unsafe UInt64(
      littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    bits |= word &<< count
    unsafe next += Int(truncatingIfNeeded: (63 &- count) &>> 3)
    count |= 56
  }

  /// The next 32 bits, without consuming them.
  @inline(__always) func peek() -> UInt32 { UInt32(truncatingIfNeeded: bits) }

  /// Drops bits; all drops since the last `refill` sum up to 56 at most.
  @inline(__always) mutating func consume(_ width: UInt32) {
    bits &>>= UInt64(width)
    count &-= UInt64(width)
  }

  /// Takes the next bits as a number; `width` is 0 to 24.
  @inline(__always) mutating func take(_ width: UInt32) -> Int {
    let value = Int(peek() & (1 &<< width &- 1))
    consume(width)
    return value
  }
}
