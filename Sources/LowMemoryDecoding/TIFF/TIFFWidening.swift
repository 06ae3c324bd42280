/// Turns samples that are neither of 8 nor of 16 bits into whole numbers of 16 bits.
///
/// Floating point goes from 0, black, to 1, white, in the picture's own colour space: sRGB, unless
/// there is a profile. Other programs write and show it so. What lies outside of that is cut off,
/// and what is no number is black. Of whole numbers with a sign, 0 and all below are black, and the
/// largest is white.
struct TIFFWidening {
  private let bitDepth: Int
  private let isFloatingPoint: Bool
  private let isSigned: Bool

  init(_ header: TIFFHeader) {
    bitDepth = header.storedDepth
    isFloatingPoint = header.isFloatingPoint
    isSigned = header.isSigned
  }

  /// Turns a row.
  ///
  /// - Parameters:
  ///   - row: Samples in the machine's order; those of less than 16 bits packed, the highest bit
  ///     first.
  ///   - count: How many.
  ///   - target: Where they go.
  ///   - step: From one to the next there.
  func widen(
    _ row: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt16>, step: Int
  ) {
    guard !isSigned else {
      return unsafe widenSigned(row, count: count, to: target, step: step)
    }
    switch (bitDepth, isFloatingPoint) {
    case (16, true):
      unsafe turn(row, count: count, to: target, step: step) { (bits: UInt16) in
        Self.sample(Float(Float16(bitPattern: bits)))
      }
    case (32, true):
      unsafe turn(row, count: count, to: target, step: step) { (bits: UInt32) in
        Self.sample(Float(bitPattern: bits))
      }
    case (64, true):
      unsafe turn(row, count: count, to: target, step: step) { (bits: UInt64) in
        Self.sample(Float(Double(bitPattern: bits)))
      }
    case (32, false):
      unsafe turn(row, count: count, to: target, step: step) { (value: UInt32) in
        UInt16(value >> 16)
      }
    case (64, false):
      unsafe turn(row, count: count, to: target, step: step) { (value: UInt64) in
        UInt16(value >> 48)
      }
    default: unsafe unpack(row, count: count, to: target, step: step)
    }
  }

  private func widenSigned(
    _ row: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt16>, step: Int
  ) {
    switch bitDepth {
    case 8:
      unsafe turn(row, count: count, to: target, step: step) { (value: Int8) in
        UInt16((UInt32(max(0, value)) * 65535 + 63) / 127)
      }
    case 16:
      unsafe turn(row, count: count, to: target, step: step) { (value: Int16) in
        UInt16((UInt32(max(0, value)) * 65535 + 16383) / 32767)
      }
    case 32:
      unsafe turn(row, count: count, to: target, step: step) { (value: Int32) in
        UInt16(max(0, value) >> 15)
      }
    default:
      unsafe turn(row, count: count, to: target, step: step) { (value: Int64) in
        UInt16(max(0, value) >> 47)
      }
    }
  }

  private static func sample(_ value: Float) -> UInt16 {
    value > 0 ? UInt16(min(value, 1) * 65535 + 0.5) : 0
  }

  private func turn<Stored: FixedWidthInteger>(
    _ row: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt16>, step: Int,
    by sample: (Stored) -> UInt16
  ) {
    // SAFETY: the row has `count` samples, and the target room for as many, `step` apart.
    unsafe UnsafeRawPointer(row).withMemoryRebound(to: Stored.self, capacity: count) { stored in
      for index in 0..<count { unsafe target[step * index] = sample(stored[index]) }
    }
  }

  /// Takes bits from a row of bytes.
  private func unpack(
    _ row: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt16>, step: Int
  ) {
    let largest = UInt32(1) << UInt32(bitDepth) - 1
    var (bits, held, place) = (UInt32(0), 0, 0)
    // SAFETY: the row has `count` times `bitDepth` bits, and the target room for `count` samples.
    for index in 0..<count {
      while held < bitDepth {
        unsafe bits = bits << 8 | UInt32(row[place])
        place += 1
        held += 8
      }
      held -= bitDepth
      let value = bits >> UInt32(held) & largest
      unsafe target[step * index] = UInt16((value * 65535 + largest / 2) / largest)
    }
  }
}
