import MediaTypes

/// Expands runs to rows.
///
/// Pixels that are passed over, and those behind the end of the data, are the first colour of the
/// palette.
/// Source: Microsoft, Bitmap Compression; IBM, OS/2 2.0 Presentation Manager, BITMAPINFOHEADER2.
struct BMPRunReader {
  /// What is repeated.
  enum Unit: Sendable, Hashable {
    /// Two indices of four bits, in turns.
    case nibble
    /// An index of eight bits.
    case byte
    /// Blue, green and red.
    case triple

    /// Bytes a pixel of the expanded row.
    var byteCount: Int { self == .triple ? 3 : 1 }
  }

  private let input: BMPInput
  private let unit: Unit
  private let width: Int
  private var x = 0
  /// Rows that a leap passes over.
  private var emptyRowCount = 0
  /// Whether the data have ended, by their own word or because there are no more.
  private(set) var isAtEnd = false
  /// Whether the data ended without saying so.
  private(set) var isCut = false

  init(_ input: BMPInput, unit: Unit, width: Int) {
    self.input = input
    self.unit = unit
    self.width = width
  }

  /// Expands the next row.
  ///
  /// - Parameter row: Receives it; it has room for `width` pixels.
  /// - Throws: What the source throws.
  mutating func read(into row: Scratch<UInt8>) throws(ThumbnailError) {
    row.clear()
    if emptyRowCount > 0 {
      emptyRowCount -= 1
      return
    }
    while !isAtEnd {
      guard let count = try input.byte(), let value = try input.byte() else {
        (isAtEnd, isCut) = (true, true)
        return
      }
      if count > 0 {
        try repeatPixel(Int(count), value, in: row)
        continue
      }
      switch value {
      case 0:
        x = 0
        return
      case 1: isAtEnd = true
      case 2:
        let across = try input.byte() ?? 0
        let up = try input.byte() ?? 0
        x += Int(across)
        guard up > 0 else { continue }
        emptyRowCount = Int(up) - 1
        return
      default: try copyPixels(Int(value), to: row)
      }
    }
  }

  private mutating func repeatPixel(
    _ count: Int, _ value: UInt8, in row: Scratch<UInt8>
  ) throws(ThumbnailError) {
    switch unit {
    case .byte:
      for _ in 0..<count { put(value, in: row) }
    case .nibble:
      for index in 0..<count { put(index & 1 == 0 ? value >> 4 : value & 15, in: row) }
    case .triple:
      let (green, red) = (try input.byte() ?? 0, try input.byte() ?? 0)
      for _ in 0..<count { put(value, green, red, in: row) }
    }
  }

  /// Copies pixels that follow as they are, padded to an even number of bytes.
  private mutating func copyPixels(
    _ count: Int, to row: Scratch<UInt8>
  ) throws(ThumbnailError) {
    let byteCount: Int
    switch unit {
    case .byte:
      byteCount = count
      for _ in 0..<count { put(try input.byte() ?? 0, in: row) }
    case .nibble:
      byteCount = (count + 1) / 2
      for index in 0..<byteCount {
        let pair = try input.byte() ?? 0
        put(pair >> 4, in: row)
        if 2 * index + 1 < count { put(pair & 15, in: row) }
      }
    case .triple:
      byteCount = 3 * count
      for _ in 0..<count {
        put(try input.byte() ?? 0, try input.byte() ?? 0, try input.byte() ?? 0, in: row)
      }
    }
    if byteCount % 2 == 1 { try input.skip(1) }
  }

  private mutating func put(_ value: UInt8, in row: Scratch<UInt8>) {
    if x < width { row[x] = value }
    x += 1
  }

  private mutating func put(
    _ blue: UInt8, _ green: UInt8, _ red: UInt8, in row: Scratch<UInt8>
  ) {
    if x < width {
      row[3 * x] = blue
      row[3 * x + 1] = green
      row[3 * x + 2] = red
    }
    x += 1
  }
}
