import MediaTypes

/// Undoes the difference of pixels from what their neighbours predict.
///
/// Source: RFC 9649 § 3.5.1.
@safe final class VP8LPredictor {
  private static let black: UInt32 = 0xFF00_0000

  /// The way of predicting of each square, 0 to 15.
  private let squares: VP8LSquares<UInt8>
  /// The row above, undone, and behind it the first pixel of the row itself.
  private let above: Scratch<UInt32>

  /// Prepares for rows of a width.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ squares: VP8LSquares<UInt8>, width: Int) throws(ThumbnailError) {
    self.squares = squares
    above = try Scratch(zeroed: width + 1)
  }

  func undo(_ row: UnsafeMutablePointer<UInt32>, width: Int, index: Int) {
    // SAFETY: there is a square for each pixel; `above` has a pixel more than a row.
    let above = unsafe self.above.start
    if index == 0 {
      unsafe row[0] = add(row[0], Self.black)
      for column in 1..<max(1, width) { unsafe row[column] = add(row[column], row[column - 1]) }
    } else {
      unsafe row[0] = add(row[0], above[0])
      // What follows the last pixel above is the first one of this row.
      unsafe above[width] = row[0]
      let first = unsafe squares.values.start + (index >> squares.bits) * squares.columns
      let side = 1 << squares.bits
      for (square, start) in stride(from: 0, to: width, by: side).enumerated() {
        unsafe undo(
          row, above: above, columns: max(1, start)..<min(width, start + side),
          mode: first[square])
      }
    }
    unsafe above.update(from: row, count: width)
  }

  /// Undoes pixels of one square, none of them the first of a row.
  private func undo(
    _ row: UnsafeMutablePointer<UInt32>, above: UnsafePointer<UInt32>, columns: Range<Int>,
    mode: UInt8
  ) {
    // SAFETY: a column to the left is in the row, one to the right in `above`.
    switch mode {
    case 1: unsafe each(row, columns) { left, _ in left }
    case 2: unsafe each(row, columns) { _, x in unsafe above[x] }
    case 3: unsafe each(row, columns) { _, x in unsafe above[x + 1] }
    case 4: unsafe each(row, columns) { _, x in unsafe above[x - 1] }
    case 5:
      unsafe each(row, columns) { left, x in
        unsafe mean(mean(left, above[x + 1]), above[x])
      }
    case 6: unsafe each(row, columns) { left, x in unsafe mean(left, above[x - 1]) }
    case 7: unsafe each(row, columns) { left, x in unsafe mean(left, above[x]) }
    case 8: unsafe each(row, columns) { _, x in unsafe mean(above[x - 1], above[x]) }
    case 9: unsafe each(row, columns) { _, x in unsafe mean(above[x], above[x + 1]) }
    case 10:
      unsafe each(row, columns) { left, x in
        unsafe mean(mean(left, above[x - 1]), mean(above[x], above[x + 1]))
      }
    case 11:
      unsafe each(row, columns) { left, x in unsafe select(left, above[x], above[x - 1]) }
    case 12:
      unsafe each(row, columns) { left, x in unsafe gradient(left, above[x], above[x - 1]) }
    case 13:
      unsafe each(row, columns) { left, x in unsafe halfGradient(left, above[x], above[x - 1]) }
    default: unsafe each(row, columns) { _, _ in Self.black }
    }
  }

  @inline(__always)
  private func each(
    _ row: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
    _ prediction: (UInt32, Int) -> UInt32
  ) {
    guard let first = columns.first else { return }
    var left = unsafe row[first - 1]
    for column in columns {
      left = unsafe add(row[column], prediction(left, column))
      unsafe row[column] = left
    }
  }
}

/// Sums of channels, each for itself.
@inline(__always)
private func add(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let alphaAndGreen = (a & 0xFF00_FF00) &+ (b & 0xFF00_FF00)
  let redAndBlue = (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF)
  return alphaAndGreen & 0xFF00_FF00 | redAndBlue & 0x00FF_00FF
}

/// Means of channels, rounded down.
@inline(__always)
private func mean(_ a: UInt32, _ b: UInt32) -> UInt32 {
  ((a ^ b) & 0xFEFE_FEFE) &>> 1 &+ (a & b)
}

private typealias Channels = SIMD4<Int16>

@inline(__always)
private func channels(_ colour: UInt32) -> Channels {
  Channels(truncatingIfNeeded: unsafe unsafeBitCast(colour, to: SIMD4<UInt8>.self))
}

/// Channels of which each is brought to 0 to 255.
@inline(__always)
private func colour(clamping channels: Channels) -> UInt32 {
  let clamped = channels.clamped(
    lowerBound: Channels(repeating: 0), upperBound: Channels(repeating: 255))
  return unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: clamped), to: UInt32.self)
}

/// The left pixel or the one above, whichever is nearer to the plane through the three.
@inline(__always)
private func select(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
  let base = channels(corner)
  let (toAbove, toLeft) = (channels(above) &- base, channels(left) &- base)
  // How far the plane is from the left pixel is how far the one above is from the corner.
  let leftDistance = toAbove.replacing(with: 0 &- toAbove, where: toAbove .< 0).wrappedSum()
  let aboveDistance = toLeft.replacing(with: 0 &- toLeft, where: toLeft .< 0).wrappedSum()
  return leftDistance < aboveDistance ? left : above
}

@inline(__always)
private func gradient(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
  colour(clamping: channels(left) &+ channels(above) &- channels(corner))
}

@inline(__always)
private func halfGradient(_ left: UInt32, _ above: UInt32, _ corner: UInt32) -> UInt32 {
  let middle = channels(mean(left, above))
  let difference = middle &- channels(corner)
  // Halves are rounded toward zero.
  let half = (difference &+ Channels(truncatingIfNeeded: (difference &>> 15) & 1)) &>> 1
  return colour(clamping: middle &+ half)
}
