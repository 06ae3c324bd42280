package import MediaTypes

/// What a reduced decode of a JPEG picture gives, and what it takes.
///
/// A component keeps so many of its lowest coefficients that its samples come out at the output's
/// resolution: at 1/8, one of luma, and 2×2 of chroma that is stored at half the resolution; or
/// one of chroma, too, where samples of the output may share it.
package struct ScaledJPEGGeometry: Sendable, Hashable {
  /// The reduction that the coefficients give: 8, 4 or 2.
  package let denominator: Int
  /// How many pixels of that reduction make one of the output, in each direction.
  package let boxReduction: Int
  /// How many samples of the output, in each direction, may share one of a component that is stored
  /// at less than the full resolution.
  package let chromaReduction: Int
  /// Width and height of the output: each side divided by the denominator, then by the box, both
  /// times rounded up.
  package let outputSize: PixelSize
  /// Bytes a pixel of the output: 1 for grey, 3 for RGB, 4 for CMYK.
  package let channels: Int
  /// The bytes of the output.
  package let outputByteCount: Int
  /// A bound on what the decode allocates beside its output, in bytes.
  package let workingByteCount: Int

  /// Minimum coded units across and down.
  let unitsAcross: Int
  let unitsDown: Int
  let components: [KeptComponent]

  /// The largest box; what a caller wants smaller it reduces itself.
  private static let largestBox = 64

  /// Plans a reduced decode; `nil` where an argument is out of its range.
  ///
  /// All sides and counts are bounded here by what the format can express, so that the products
  /// below stay far under 2^63.
  ///
  /// - Parameters:
  ///   - size: Width and height as stored, in pixels, each 1 to 65,535.
  ///   - sampling: For each of the 1, 3 or 4 components its samples across and down in a minimum
  ///     coded unit, each 1 to 4.
  ///   - isProgressive: Whether scans refine the picture.
  ///   - isMultiScan: Whether components lie in scans of their own.
  ///   - denominator: The reduction that the coefficients give: 8, 4 or 2.
  ///   - boxReduction: How many pixels of it make one of the output in each direction, 1 to 64.
  ///   - chromaReduction: How many samples of the output, in each direction, may share one of a
  ///     component that is stored at less than the full resolution, 1 or 2.
  package init?(
    size: PixelSize, sampling: [PixelSize], isProgressive: Bool, isMultiScan: Bool,
    denominator: Int, boxReduction: Int = 1, chromaReduction: Int = 1
  ) {
    guard (1...65535).contains(size.width), (1...65535).contains(size.height),
      [1, 3, 4].contains(sampling.count), [2, 4, 8].contains(denominator),
      (1...Self.largestBox).contains(boxReduction), (1...2).contains(chromaReduction),
      sampling.allSatisfy({ (1...4).contains($0.width) && (1...4).contains($0.height) })
    else { return nil }
    self.denominator = denominator
    self.boxReduction = boxReduction
    self.chromaReduction = chromaReduction
    outputSize = size.shrunk(by: denominator).shrunk(by: boxReduction)
    channels = sampling.count
    outputByteCount = outputSize.width * outputSize.height * channels

    // A unit of a single component is one block, whatever its sampling (T.81 § A.2.2).
    let factors = sampling.count == 1 ? [PixelSize(width: 1, height: 1)] : sampling
    let largest = factors.reduce(PixelSize(width: 1, height: 1)) {
      PixelSize(width: max($0.width, $1.width), height: max($0.height, $1.height))
    }
    unitsAcross = size.shrunk(by: 8 * largest.width).width
    unitsDown = size.shrunk(by: 8 * largest.height).height
    let holdsPicture = isProgressive || isMultiScan
    var components: [KeptComponent] = []
    for factor in factors {
      components.append(
        KeptComponent(
          columns: KeptAxis(
            pixels: size.width, factor: factor.width, largestFactor: largest.width,
            units: unitsAcross, denominator: denominator, box: boxReduction,
            sharing: chromaReduction),
          rows: KeptAxis(
            pixels: size.height, factor: factor.height, largestFactor: largest.height,
            units: unitsDown, denominator: denominator, box: boxReduction, sharing: chromaReduction),
          holdsPicture: holdsPicture, isProgressive: isProgressive))
    }
    self.components = components
    let outputWidth = outputSize.width
    workingByteCount = components.reduce(Self.fixedByteCount) {
      $0 + $1.workingByteCount(outputWidth: outputWidth)
    }
  }

  /// The blocks of the source and of the entropy reader, the tables of four components, the
  /// largest payload of a segment while it is read and copied, and what the system adds to each.
  private static let fixedByteCount =
    JPEGInput.blockByteCount + EntropyReader.heldByteCount
    + 4 * (HuffmanTable.byteCount + DifferenceTable.byteCount + RunTable.byteCount)
    + 4 * InverseDCT.tableByteCount + 3 * 65536 + 32768
}

/// What is kept of a component in one direction.
struct KeptAxis: Hashable {
  /// Blocks in a minimum coded unit.
  let blocksPerUnit: Int
  /// Blocks of all units.
  let blocks: Int
  /// Blocks that hold some of the picture: what a scan of this component alone has.
  let ownBlocks: Int
  /// The lowest coefficients that are kept of a block, and the samples that they give: 1, 2, 4, 8.
  let kept: Int
  /// Samples that hold some of the picture.
  let samples: Int
  /// Samples of this component that make one of the output: `outputLength / sampleLength`.
  let outputLength: Int
  let sampleLength: Int

  init(
    pixels: Int, factor: Int, largestFactor: Int, units: Int, denominator: Int, box: Int,
    sharing: Int
  ) {
    let wanted = 8 / denominator * largestFactor
    let reduction = factor < largestFactor ? box * sharing : box
    kept = [8, 4, 2].first { $0 * factor * reduction <= wanted } ?? 1
    blocksPerUnit = factor
    blocks = units * factor
    let ownPixels = Self.quotient(pixels * factor, largestFactor)
    ownBlocks = Self.quotient(ownPixels, 8)
    samples = Self.quotient(ownPixels * kept, 8)
    let divisor = Self.greatestCommonDivisor(box * factor * kept, wanted)
    outputLength = box * factor * kept / divisor
    sampleLength = wanted / divisor
  }

  /// The samples that an output sample lies over, one at least.
  func span(_ output: Int) -> Range<Int> {
    let start = output * outputLength / sampleLength
    let end = min(Self.quotient((output + 1) * outputLength, sampleLength), samples)
    return start..<max(start + 1, end)
  }

  /// How much of an output sample lies over one of its span, of `sampleLength`.
  func weight(of sample: Int, in output: Int) -> Int {
    min((sample + 1) * sampleLength, (output + 1) * outputLength)
      - max(sample * sampleLength, output * outputLength)
  }

  /// Whether each output sample is one sample of this component.
  var isDirect: Bool { outputLength == sampleLength }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }

  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int {
    (dividend + divisor - 1) / divisor
  }
}

/// What is kept of a component.
struct KeptComponent: Hashable {
  let columns: KeptAxis
  let rows: KeptAxis
  /// Rows of blocks that are held at once: all, or those of one row of units.
  let heldBlockRows: Int
  /// Whether a bit is held for each coefficient that is not zero yet.
  let holdsSignificance: Bool

  init(columns: KeptAxis, rows: KeptAxis, holdsPicture: Bool, isProgressive: Bool) {
    self.columns = columns
    self.rows = rows
    heldBlockRows = holdsPicture ? rows.blocks : rows.blocksPerUnit
    holdsSignificance = isProgressive && columns.kept * rows.kept > 1
  }

  /// Coefficients that are kept of a block.
  var keptPerBlock: Int { columns.kept * rows.kept }

  /// Blocks that are held at once.
  var heldBlocks: Int { columns.blocks * heldBlockRows }

  /// Samples of one row of units: width and height.
  var band: PixelSize {
    PixelSize(width: columns.blocks * columns.kept, height: rows.blocksPerUnit * rows.kept)
  }

  /// A bound on what this component takes while it is decoded, in bytes.
  func workingByteCount(outputWidth: Int) -> Int {
    let coefficients = heldBlocks * keptPerBlock * MemoryLayout<Int16>.stride
    let significance = holdsSignificance ? heldBlocks * MemoryLayout<UInt64>.stride : 0
    let samples = band.width * band.height
    // Sums, their spans and weights, and the finished row (see `ComponentResampler`).
    return coefficients + significance + samples + outputWidth * ComponentResampler.bytesPerSample
  }
}
