/// Which bits of a word are which channel.
struct BMPMasks: Sendable, Hashable {
  let red: UInt32
  let green: UInt32
  let blue: UInt32
  /// Zero where there is no alpha.
  let alpha: UInt32

  /// What words of 16 bits have where no mask is written.
  static let fiveBits = BMPMasks(red: 0x7C00, green: 0x3E0, blue: 0x1F, alpha: 0)
  /// What words of 32 bits have where no mask is written.
  static let eightBits = BMPMasks(red: 0xFF0000, green: 0xFF00, blue: 0xFF, alpha: 0)
}

/// Takes the 8 bits of a channel out of words.
struct BMPChannel: Sendable {
  private let mask: UInt32
  private let shift: UInt32
  /// What the upper bits of the channel stand for, 0 to 255.
  private let table: [UInt8]

  /// Prepares for a mask; one without bits gives zero.
  init(_ mask: UInt32) {
    let lowest = mask == 0 ? 0 : mask.trailingZeroBitCount
    let width = mask == 0 ? 0 : 32 - mask.leadingZeroBitCount - lowest
    // Of more than eight bits the upper eight are taken.
    let kept = min(width, 8)
    self.mask = mask
    shift = UInt32(lowest + width - kept)
    let largest = (1 << kept) - 1
    table = (0...largest).map { largest == 0 ? 0 : UInt8(($0 * 255 + largest / 2) / largest) }
  }

  @inline(__always)
  func value(of word: UInt32) -> UInt8 { table[Int((word & mask) >> shift)] }
}
