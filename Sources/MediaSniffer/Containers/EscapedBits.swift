/// Reads numbers from a unit of H.264 or HEVC: bytes of 3 behind two zeros are left out.
///
/// Source: ITU-T H.264 § 7.3.1 (emulation prevention) and § 9.1 (Exp-Golomb codes).
struct EscapedBits {
  private let bytes: [UInt8]
  private var bit = 0

  /// Whether more was read than there is; what was read is then zeros.
  private(set) var isOverrun = false

  /// Starts at the first byte, which is that of the unit's header or behind it.
  init(_ escaped: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(escaped.count)
    var zeros = 0
    for byte in escaped {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// The next `count` bits as a number; at most 32.
  mutating func next(_ count: Int) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count {
      guard bit < 8 * bytes.count else {
        isOverrun = true
        return 0
      }
      number = number << 1 | UInt32(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
      bit += 1
    }
    return number
  }

  /// The next bit as a flag.
  mutating func flag() -> Bool { next(1) == 1 }

  /// Passes bits.
  mutating func skip(_ count: Int) {
    bit += count
    if bit > 8 * bytes.count { isOverrun = true }
  }

  /// The next Exp-Golomb code without sign; what has more than 31 bits counts as overrun.
  mutating func golomb() -> Int {
    var zeros = 0
    while !flag() {
      zeros += 1
      guard zeros < 32, !isOverrun else {
        isOverrun = true
        return 0
      }
    }
    return (1 << zeros) - 1 + Int(next(zeros))
  }

  /// The next Exp-Golomb code with sign.
  mutating func signedGolomb() -> Int {
    let code = golomb()
    return code & 1 == 1 ? (code + 1) / 2 : -code / 2
  }
}
