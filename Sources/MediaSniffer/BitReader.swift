/// Reads numbers of any number of bits, the highest bit of a byte first.
struct BitReader {
  private let start: UInt64
  private var bit: UInt64 = 0

  /// Starts at the highest bit of a byte.
  init(at start: UInt64) { self.start = start }

  /// The next `count` bits as a number; at most 32.
  mutating func next(_ count: Int, _ input: ByteWindow) throws(Shortage) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count {
      let byte = try input.u8(at: start + bit / 8)
      number = number << 1 | UInt32(byte >> UInt8(7 - bit % 8) & 1)
      bit += 1
    }
    return number
  }
}
