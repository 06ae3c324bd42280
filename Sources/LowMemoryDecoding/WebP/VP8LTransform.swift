import MediaTypes

/// What an encoder did to the pixels, and how to undo it row by row.
///
/// Source: RFC 9649 § 3.5.
enum VP8LTransform {
  case predictor(VP8LPredictor)
  case crossColour(VP8LCrossColour)
  case subtractGreen
  case colourIndexing(VP8LColourIndexing)

  /// Undoes it for a row, in place.
  ///
  /// - Parameters:
  ///   - row: The pixels as they are coded, with room for as many as there will be.
  ///   - width: How many pixels there are before, of those the transform works on.
  ///   - index: Which row it is.
  @inline(__always)
  func undo(_ row: UnsafeMutablePointer<UInt32>, width: Int, index: Int) {
    switch self {
    case .predictor(let predictor): unsafe predictor.undo(row, width: width, index: index)
    case .crossColour(let cross): unsafe cross.undo(row, width: width, index: index)
    case .subtractGreen: unsafe Self.addGreen(row, width: width)
    case .colourIndexing(let indexing): unsafe indexing.undo(row)
    }
  }

  private static func addGreen(_ row: UnsafeMutablePointer<UInt32>, width: Int) {
    for column in 0..<width {
      let colour = unsafe row[column]
      let green = colour >> 8 & 0xFF
      let redAndBlue = (colour & 0xFF00FF) &+ (green << 16 | green)
      unsafe row[column] = colour & 0xFF00_FF00 | redAndBlue & 0xFF00FF
    }
  }
}

/// A number for each square of a picture.
@safe final class VP8LSquares<Element: BitwiseCopyable> {
  /// The logarithm of the side of a square, in pixels.
  let bits: Int
  /// Squares a row.
  let columns: Int
  let values: Scratch<Element>

  /// Squares along a side.
  static func count(_ length: Int, bits: Int) -> Int { (length + 1 << bits - 1) >> bits }

  init(bits: Int, size: PixelSize) throws(ThumbnailError) {
    self.bits = bits
    columns = Self.count(size.width, bits: bits)
    values = try Scratch(zeroed: columns * Self.count(size.height, bits: bits))
  }
}

/// Undoes the difference of red and blue from a part of green, and of blue from a part of red.
///
/// Source: RFC 9649 § 3.5.2.
@safe final class VP8LCrossColour {
  /// Three signed factors a square: red to blue, green to blue and green to red, lowest last.
  let squares: VP8LSquares<UInt32>

  init(_ squares: VP8LSquares<UInt32>) { self.squares = squares }

  func undo(_ row: UnsafeMutablePointer<UInt32>, width: Int, index: Int) {
    // SAFETY: there is a square for each pixel.
    let first = unsafe squares.values.start + (index >> squares.bits) * squares.columns
    let side = 1 << squares.bits
    for (square, start) in stride(from: 0, to: width, by: side).enumerated() {
      let factors = unsafe first[square]
      let greenToRed = Int32(Int8(truncatingIfNeeded: factors))
      let greenToBlue = Int32(Int8(truncatingIfNeeded: factors >> 8))
      let redToBlue = Int32(Int8(truncatingIfNeeded: factors >> 16))
      for column in start..<min(width, start + side) {
        let colour = unsafe row[column]
        let green = Int32(Int8(truncatingIfNeeded: colour >> 8))
        let red =
          (Int32(truncatingIfNeeded: colour >> 16) &+ (greenToRed &* green) >> 5) & 0xFF
        let signedRed = Int32(Int8(truncatingIfNeeded: red))
        let blue =
          Int32(truncatingIfNeeded: colour) &+ (greenToBlue &* green) >> 5
          &+ (redToBlue &* signedRed) >> 5
        unsafe row[column] =
          colour & 0xFF00_FF00 | UInt32(truncatingIfNeeded: red) << 16
          | UInt32(truncatingIfNeeded: blue & 0xFF)
      }
    }
  }
}

/// Turns numbers of colours, several a pixel where there are few, into the colours.
///
/// Source: RFC 9649 § 3.5.4.
@safe final class VP8LColourIndexing {
  /// Pixels that share one, as a logarithm.
  let packing: Int
  private let colours: Scratch<UInt32>
  private let width: Int

  /// Prepares for rows of a width.
  ///
  /// - Parameters:
  ///   - colours: 1 to 256 colours.
  ///   - width: Pixels a row when it is undone.
  /// - Throws: `overBudget` where there is no memory.
  init(colours: [UInt32], width: Int) throws(ThumbnailError) {
    packing =
      switch colours.count {
      case ...2: 3
      case ...4: 2
      case ...16: 1
      default: 0
      }
    self.width = width
    // Numbers beyond the last colour stand for transparent black.
    self.colours = try Scratch(zeroed: 256)
    for (index, colour) in colours.enumerated() { self.colours[index] = colour }
  }

  func undo(_ row: UnsafeMutablePointer<UInt32>) {
    // SAFETY: each number has eight bits or fewer. Rows are filled from the right, where what is
    // written lies behind all that is still to be read.
    let bits = UInt32(8 >> packing)
    let mask = UInt32(1) << bits - 1
    let places = 1 << packing - 1
    for column in stride(from: width - 1, through: 0, by: -1) {
      let packed = unsafe row[column >> packing] >> 8
      let number = packed >> (UInt32(column & places) * bits) & mask
      unsafe row[column] = colours.start[Int(number)]
    }
  }
}
