/// The next bits of entropy-coded data, copied to a local variable by each inner loop.
///
/// SAFETY: `next` never exceeds `last`, and eight bytes can be read at `last`; both point into the
/// buffer of the `EntropyReader` that made the window, which outlives it. So no sequence of calls
/// reads outside, whatever the data; bits past the end are zeros or repetitions.
@safe struct BitWindow {
  /// The bits, the first one highest; those below `count` may be ahead of it.
  private var bits: UInt64 = 0
  /// How many bits are promised.
  private var count: UInt64 = 0
  @unsafe private var next: UnsafePointer<UInt8>
  @unsafe private let last: UnsafePointer<UInt8>
  /// Beyond this place the reader wants to be asked before the next block.
  @unsafe private let low: UnsafePointer<UInt8>

  /// Starts at a byte.
  @unsafe init(
    next: UnsafePointer<UInt8>, low: UnsafePointer<UInt8>, last: UnsafePointer<UInt8>
  ) {
    unsafe self.next = min(next, last)
    unsafe self.low = low
    unsafe self.last = last
  }

  /// Whether the reader must be asked before the next block.
  var isLow: Bool {
    @inline(__always) get { unsafe next > low }
  }

  /// How many bits lie between a place and the first bit that is not consumed.
  @unsafe func consumedBits(since start: UnsafePointer<UInt8>) -> Int {
    unsafe (next - start) * 8 - Int(truncatingIfNeeded: count)
  }

  /// Makes at least 56 bits available.
  @inline(__always) mutating func refill() {
    let word = unsafe UInt64(
      bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    bits |= word &>> count
    unsafe next += Int(truncatingIfNeeded: (63 &- count) &>> 3)
    count |= 56
    if unsafe next > last { unsafe next = last }
  }

  /// The next bits, without consuming them; `width` is 1 to 16.
  @inline(__always) func peek(_ width: Int) -> Int {
    Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- width))
  }

  /// Drops bits; all drops since the last `refill` sum up to 56 at most.
  @inline(__always) mutating func consume(_ width: Int) {
    bits &<<= UInt64(truncatingIfNeeded: width)
    count &-= UInt64(truncatingIfNeeded: width)
  }

  /// Takes the next bits as a number; `width` is 1 to 16.
  @inline(__always) mutating func take(_ width: Int) -> Int {
    let value = peek(width)
    consume(width)
    return value
  }

  /// Takes a signed value of a given bit count, 0 to 16.
  ///
  /// Source: ITU-T T.81 § F.2.2.1, figures F.12 (EXTEND) and F.17 (RECEIVE).
  @inline(__always) mutating func takeSigned(_ width: Int) -> Int {
    guard width > 0 else { return 0 }
    let value = take(width)
    return value < 1 &<< (width &- 1) ? value &- (1 &<< width) &+ 1 : value
  }

  /// Drops many bits, up to 64, whatever was dropped since the last `refill`.
  @inline(__always) mutating func drop(_ width: Int) {
    refill()
    if width <= 56 {
      consume(width)
    } else {
      consume(32)
      refill()
      consume(width &- 32)
    }
  }
}
