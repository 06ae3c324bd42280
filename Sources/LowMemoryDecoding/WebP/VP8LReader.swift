import MediaTypes

/// What reading a VP8L picture may take beside its latest pixels.
struct VP8LLimits {
  /// Entries of tables of prefix codes.
  let entryCount: Int
  /// Bytes of numbers of squares.
  private(set) var squareByteCount: Int

  /// Bytes that all of it takes.
  var byteCount: Int {
    VP8LCodes.byteCount(entries: entryCount) + squareByteCount
  }

  /// What encoders need for a picture of a size and a file of a length, with something to spare.
  ///
  /// They give a picture some hundred groups of codes with a thousand entries each, which is less
  /// than an entry for each byte of the file; and squares of 16 pixels or more, except in small
  /// pictures.
  init(size: PixelSize, chunkByteCount: UInt64) {
    let area = size.width * size.height
    entryCount = 8192 + Int(min(chunkByteCount, 1 << 19))
    squareByteCount = 65536 + area / 40
  }

  /// Takes bytes for numbers of squares.
  ///
  /// - Throws: `overBudget` where there are not so many left.
  mutating func take(squares byteCount: Int) throws(ThumbnailError) {
    guard byteCount <= squareByteCount else {
      throw ThumbnailError(
        .overBudget,
        "its lossless picture is described in \(byteCount) bytes of squares, of which "
          + "\(squareByteCount) are allowed")
    }
    squareByteCount -= byteCount
  }
}

/// Reads a VP8L picture: its transforms, its codes, and rows of its pixels.
///
/// Source: RFC 9649 § 3.4 to § 3.8.
@safe final class VP8LReader {
  /// Width and height, in pixels.
  let size: PixelSize

  private let input: VP8LInput
  private var limits: VP8LLimits
  private var transforms: [(transform: VP8LTransform, width: Int)] = []
  /// Width and height as pixels are coded.
  private var codedSize: PixelSize

  /// Reads the header.
  ///
  /// - Throws: `corrupt` where it is none, and what the input throws.
  init(_ input: VP8LInput, limits: VP8LLimits) throws(ThumbnailError) {
    self.input = input
    self.limits = limits
    guard try input.take(8) == 0x2F else {
      throw ThumbnailError(.corrupt, "its lossless picture does not begin as one")
    }
    let width = try input.take(14) + 1
    let height = try input.take(14) + 1
    // Whether alpha is used: the container's word goes.
    _ = try input.take(1)
    guard try input.take(3) == 0 else {
      throw ThumbnailError(.unsupported, "its lossless picture is of an unknown version")
    }
    size = PixelSize(width: width, height: height)
    codedSize = size
  }

  /// Reads the picture.
  ///
  /// - Parameter body: Is given each row, alpha highest, then red, green and blue, and its index.
  /// - Returns: How many rows there were; fewer than the height where the data end or are broken.
  /// - Throws: `corrupt` where not one row can be read, `overBudget` where tables exceed the
  ///   limits, and what the input throws.
  func readRows(
    _ body: (UnsafePointer<UInt32>, Int) -> Void
  ) throws(ThumbnailError) -> Int {
    while try input.take(1) == 1 { try readTransform() }
    let pixels = try readCodes(of: codedSize, mayHaveGroups: true)
    let row = try Scratch<UInt32>(zeroed: size.width)
    let undoing = Array(transforms.reversed())
    let coded = codedSize.width
    return unsafe try pixels.readRows(from: input) { codedRow, index in
      unsafe row.start.update(from: codedRow, count: coded)
      for (transform, width) in undoing {
        unsafe transform.undo(row.start, width: width, index: index)
      }
      unsafe body(row.start, index)
    }
  }

  private func readTransform() throws(ThumbnailError) {
    let width = codedSize.width
    let kind = try input.take(2)
    guard transforms.count < 4, !transforms.contains(where: { $0.transform.number == kind }) else {
      throw ThumbnailError(.corrupt, "its lossless picture has a transform twice")
    }
    let transform: VP8LTransform
    switch kind {
    case 0:
      let squares: VP8LSquares<UInt8> = try readSquares { UInt8($0 >> 8 & 15) }
      transform = .predictor(try VP8LPredictor(squares, width: width))
    case 1: transform = .crossColour(VP8LCrossColour(try readSquares { $0 }))
    case 2: transform = .subtractGreen
    default:
      let indexing = try VP8LColourIndexing(colours: try readColours(), width: width)
      codedSize.width = VP8LSquares<UInt8>.count(width, bits: indexing.packing)
      transform = .colourIndexing(indexing)
    }
    transforms.append((transform, width))
  }

  private func readSquares<Element: BitwiseCopyable>(
    _ value: (UInt32) -> Element
  ) throws(ThumbnailError) -> VP8LSquares<Element> {
    let bits = try input.take(3) + 2
    let count = PixelSize(
      width: VP8LSquares<Element>.count(codedSize.width, bits: bits),
      height: VP8LSquares<Element>.count(codedSize.height, bits: bits))
    try limits.take(squares: count.width * count.height * MemoryLayout<Element>.stride)
    let squares = try VP8LSquares<Element>(bits: bits, size: codedSize)
    unsafe try readWhole(count) { row, index in
      // SAFETY: there is a value for each pixel.
      let start = unsafe squares.values.start + index * count.width
      for column in 0..<count.width { unsafe start[column] = value(row[column]) }
    }
    return squares
  }

  private func readColours() throws(ThumbnailError) -> [UInt32] {
    let count = try input.take(8) + 1
    var colours = [UInt32](repeating: 0, count: count)
    unsafe try readWhole(PixelSize(width: count, height: 1)) { row, _ in
      // Each colour is written as its difference from the one before, channel by channel.
      var colour: UInt32 = 0
      for column in 0..<count {
        let difference = unsafe row[column]
        let alphaAndGreen = (colour & 0xFF00_FF00) &+ (difference & 0xFF00_FF00)
        let redAndBlue = (colour & 0xFF00FF) &+ (difference & 0xFF00FF)
        colour = alphaAndGreen & 0xFF00_FF00 | redAndBlue & 0xFF00FF
        colours[column] = colour
      }
    }
    return colours
  }

  /// Reads one of the small pictures that a picture is described by.
  private func readWhole(
    _ size: PixelSize, _ body: (UnsafeMutablePointer<UInt32>, Int) -> Void
  ) throws(ThumbnailError) {
    let pixels = try readCodes(of: size, mayHaveGroups: false)
    guard unsafe try pixels.readRows(from: input, body) == size.height else {
      throw ThumbnailError(.corrupt, "its lossless data end or break off before the picture")
    }
  }

  private func readCodes(
    of size: PixelSize, mayHaveGroups: Bool
  ) throws(ThumbnailError) -> VP8LPixels {
    let cacheBits = try input.take(1) == 1 ? try input.take(4) : 0
    guard cacheBits <= 11 else {
      throw ThumbnailError(.corrupt, "its lossless picture has an impossible colour cache")
    }
    var groups: VP8LPixels.Groups?
    var count = 1
    if mayHaveGroups, try input.take(1) == 1 {
      let squares: VP8LSquares<UInt16> = try readSquares { UInt16($0 >> 8 & 0xFFFF) }
      for index in 0..<squares.values.count { count = max(count, Int(squares.values[index]) + 1) }
      groups = VP8LPixels.Groups(
        bits: squares.bits, columns: squares.columns, numbers: squares.values)
    }
    let codes = try VP8LCodes(maximumEntryCount: limits.entryCount)
    try codes.readGroups(count, cacheBits: cacheBits, from: input)
    return try VP8LPixels(size: size, codes: codes, groups: groups, cacheBits: cacheBits)
  }
}

extension VP8LTransform {
  /// The number by which it is written.
  fileprivate var number: Int {
    switch self {
    case .predictor: 0
    case .crossColour: 1
    case .subtractGreen: 2
    case .colourIndexing: 3
    }
  }
}
