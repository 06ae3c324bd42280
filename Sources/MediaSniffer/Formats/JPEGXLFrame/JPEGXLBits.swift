/// Bits of a JPEG XL codestream, the lowest bit of a byte first; zeros once they end.
///
/// Source: ISO/IEC 18181-1:2024 § B.
struct JPEGXLBits {
  private let bytes: ArraySlice<UInt8>
  /// Bits that have been read.
  private(set) var position: Int
  /// Whether more was asked for than there is.
  private(set) var isOverrun = false

  /// Starts at a bit of some bytes.
  init(_ bytes: ArraySlice<UInt8>, at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The next bits as a number; at most 32.
  mutating func next(_ count: Int) -> Int {
    guard (0...32).contains(count), position + count <= bytes.count * 8 else {
      isOverrun = true
      return 0
    }
    var number = 0
    for place in 0..<count {
      let at = position + place
      number |= Int(bytes[bytes.startIndex + at >> 3] >> UInt8(at & 7) & 1) << place
    }
    position += count
    return number
  }

  mutating func flag() -> Bool { next(1) == 1 }

  /// A number in one of four forms: something plus some bits.
  mutating func number(
    _ a: (Int, Int), _ b: (Int, Int), _ c: (Int, Int), _ d: (Int, Int)
  ) -> Int {
    let form = [a, b, c, d][next(2)]
    return form.0 + next(form.1)
  }

  /// A number of up to 64 bits, of which only whether it is small counts.
  mutating func longNumber() -> UInt64 {
    switch next(2) {
    case 0: return 0
    case 1: return 1 + UInt64(next(4))
    case 2: return 17 + UInt64(next(8))
    default:
      var value = UInt64(next(12))
      var shift = 12
      while shift < 60, flag() {
        value |= UInt64(next(8)) << UInt64(shift)
        shift += 8
      }
      if shift == 60, flag() { value |= UInt64(next(4)) << 60 }
      return value
    }
  }

  mutating func enumeration() -> Int { number((0, 0), (1, 0), (2, 4), (18, 6)) }

  mutating func skip(_ count: Int) {
    var left = count
    while left > 0, !isOverrun {
      _ = next(min(32, left))
      left -= 32
    }
  }

  /// Goes on at the next whole byte.
  mutating func align() { position = (position + 7) & ~7 }
}

extension FixedWidthInteger {
  /// The bits that a number from 0 to this one, exclusively, needs; 0 for 1.
  var bitsBelow: Int { self <= 1 ? 0 : Self.bitWidth - (self - 1).leadingZeroBitCount }
}
