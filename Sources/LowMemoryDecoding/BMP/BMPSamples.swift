import MediaTypes

/// Turns rows as they are stored into red, green and blue, and alpha where there is some.
@safe final class BMPSamples {
  private let width: Int
  private let coding: BMPHeader.Coding
  private let hasAlpha: Bool
  private let palette: [UInt32]
  private let channels: [BMPChannel]
  private let turned: Scratch<UInt8>

  /// Bytes that turning rows takes.
  static func byteCount(width: Int) -> Int { 4 * width + 4096 }

  /// Prepares for the rows of a picture.
  ///
  /// - Parameters:
  ///   - header: The picture's.
  ///   - hasAlpha: Whether alpha is kept.
  /// - Throws: `overBudget` where there is no memory.
  init(_ header: BMPHeader, hasAlpha: Bool) throws(ThumbnailError) {
    width = header.size.width
    coding = header.coding
    self.hasAlpha = hasAlpha
    let missing = max(0, 256 - header.palette.count)
    palette = header.palette + [UInt32](repeating: 0, count: missing)
    if case .masked(_, let masks) = header.coding {
      channels = [masks.red, masks.green, masks.blue, masks.alpha].map(BMPChannel.init)
    } else {
      channels = []
    }
    turned = try Scratch(zeroed: width * (hasAlpha ? 4 : 3))
  }

  /// Turns a row.
  ///
  /// - Parameter row: As stored, or expanded from runs.
  /// - Returns: Pixels of three or four bytes, valid until the next row is turned.
  func pixels(of row: Scratch<UInt8>) -> UnsafePointer<UInt8> {
    switch coding {
    case .indices(let bits): turnIndices(row, bits: bits)
    case .runs(.nibble), .runs(.byte): turnIndices(row, bits: 8)
    case .triples, .runs(.triple): turnTriples(row)
    case .masked(let byteCount, _): turnWords(row, byteCount: byteCount)
    }
    return unsafe UnsafePointer(turned.start)
  }

  // SAFETY, for the three below: the row has all its `width` pixels, each of `bits` or bytes as the
  // coding says, and `turned` has room for as many.

  private func turnIndices(_ row: Scratch<UInt8>, bits: Int) {
    let perByte = 8 / bits
    let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
    for x in 0..<width {
      let shift = 8 - bits - x % perByte * bits
      let index = unsafe Int(row.start[x / perByte] >> UInt8(shift) & mask)
      let colour = palette[index]
      unsafe turned.start[3 * x] = UInt8(truncatingIfNeeded: colour)
      unsafe turned.start[3 * x + 1] = UInt8(truncatingIfNeeded: colour >> 8)
      unsafe turned.start[3 * x + 2] = UInt8(truncatingIfNeeded: colour >> 16)
    }
  }

  private func turnTriples(_ row: Scratch<UInt8>) {
    for place in stride(from: 0, to: 3 * width, by: 3) {
      unsafe turned.start[place] = row.start[place + 2]
      unsafe turned.start[place + 1] = row.start[place + 1]
      unsafe turned.start[place + 2] = row.start[place]
    }
  }

  private func turnWords(_ row: Scratch<UInt8>, byteCount: Int) {
    let step = hasAlpha ? 4 : 3
    for x in 0..<width {
      let word = word(x, of: row, byteCount: byteCount)
      for channel in 0..<step {
        unsafe turned.start[step * x + channel] = channels[channel].value(of: word)
      }
    }
  }

  private func word(_ x: Int, of row: Scratch<UInt8>, byteCount: Int) -> UInt32 {
    let start = unsafe UnsafeRawPointer(row.start)
    if byteCount == 2 {
      return unsafe UInt32(
        UInt16(littleEndian: start.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self)))
    }
    return unsafe UInt32(
      littleEndian: start.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
  }

  /// Whether any pixel of a row can be seen, of a coding with a mask for alpha.
  static func isVisible(_ row: Scratch<UInt8>, width: Int, byteCount: Int, alpha: UInt32) -> Bool {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: alpha >> UInt32(8 * $0)) }
    for x in 0..<width {
      for byte in 0..<byteCount where row[byteCount * x + byte] & bytes[byte] != 0 { return true }
    }
    return false
  }
}
