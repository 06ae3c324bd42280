import ByteSources
import MediaTypes

/// One run of a reduced decode over a file.
@safe final class ScaledJPEGDecode {
  private let input: JPEGInput
  private var header: JPEGHeader
  /// What the frame header said when the geometry was made.
  private let frame: JPEGFrame
  private let geometry: ScaledJPEGGeometry
  private let conversion: ColourConversion
  /// Whether the rows of the one scan are written as they come.
  private let isStreamed: Bool
  /// SAFETY: lent by the caller until `run` returns.
  @unsafe private let output: UnsafeMutablePointer<UInt8>
  private let stores: [CoefficientStore]
  /// The divisors of each component, as they stood when its first scan came.
  ///
  /// Source: ITU-T T.81 § B.2.4.1 (a table may be redefined between scans).
  private var quantisers: [[UInt16]?]
  private var state: ProgressiveState
  /// The components of which a scan was not decoded whole.
  private var damagedComponents: Set<Int> = []
  private var decodedUnits = 0
  /// Whether all units of the scan before were decoded; of a scan passed over nobody knows.
  private var isLastScanWhole = false
  private var isTruncated = false
  private var isDamaged = false

  /// Starts at the first byte of a source.
  @unsafe init(
    _ source: any ByteSource, frame: JPEGFrame, geometry: ScaledJPEGGeometry,
    conversion: ColourConversion,
    isStreamed: Bool, output: UnsafeMutablePointer<UInt8>
  ) throws(ThumbnailError) {
    input = try JPEGInput(source)
    header = try JPEGHeader(startingAt: input)
    self.frame = frame
    self.geometry = geometry
    self.conversion = conversion
    self.isStreamed = isStreamed
    unsafe self.output = output
    var stores: [CoefficientStore] = []
    for component in geometry.components { stores.append(try CoefficientStore(component)) }
    self.stores = stores
    quantisers = Array(repeating: nil, count: stores.count)
    state = ProgressiveState(keptMasks: stores.map(\.keptMask))
  }

  /// Decodes the picture.
  ///
  /// - Returns: What was odd.
  func run() throws(ThumbnailError) -> [MediaWarning] {
    var isOver = false
    while !isOver {
      do throws(ThumbnailError) {
        isOver = try readScan()
      } catch {
        // What has been decoded is worth more than the error of a later segment.
        guard decodedUnits > 0, error.code == .corrupt || error.code == .unsupported else {
          throw error
        }
        isDamaged = true
        isOver = true
      }
    }
    guard decodedUnits > 0 else {
      throw ThumbnailError(.corrupt, "the file ends before there is something to show")
    }
    if !isStreamed { try writeAll() }
    return (isTruncated ? [MediaWarning(.truncated)] : [])
      + (isDamaged ? [MediaWarning(.damaged)] : [])
  }

  /// Reads up to the next scan and decodes it, where it matters.
  ///
  /// - Returns: Whether the rest of the file does not matter.
  private func readScan() throws(ThumbnailError) -> Bool {
    switch try header.readOn(input) {
    case .endOfImage:
      if !state.hasAllMeans { isTruncated = true }
      return true
    case .endOfSource:
      if !state.hasAll || !isLastScanWhole { isTruncated = true }
      return true
    case .scan(let scan):
      isLastScanWhole = false
      // A file that another process rewrites meanwhile must not lead out of what was made for it.
      guard header.frame == frame, !isStreamed || scan.parts.count == stores.count else {
        throw ThumbnailError(.corrupt, "the file changed while it was read")
      }
      for part in scan.parts where quantisers[part.index] == nil {
        let number = frame.components[part.index].quantiser
        guard let divisors = header.tables.quantisers[number] else {
          throw ThumbnailError(.corrupt, "the quantisation table \(number) is missing")
        }
        quantisers[part.index] = divisors
      }
      guard state.accept(scan) else {
        isDamaged = true
        return false
      }
      guard state.needs(scan), !isSpoilt(scan) else { return false }
      try decode(scan)
      if isStreamed { return true }
      // Where the file is whole, what is left of it is not even read.
      return state.hasAllKept ? try input.endsWithEndOfImage() : false
    }
  }

  /// Whether a scan refines coefficients that are not what its encoder knew: its bits would be
  /// taken for others.
  private func isSpoilt(_ scan: JPEGScan) -> Bool {
    scan.approximationBefore > 0 && scan.band.lowerBound > 0
      && scan.parts.contains { damagedComponents.contains($0.index) }
  }

  private func decode(_ scan: JPEGScan) throws(ThumbnailError) {
    let blocks = ScanBlocks(scan, geometry: geometry, holdsPicture: !isStreamed)
    let walk = ScanWalk(
      unitsAcross: blocks.unitsAcross, unitsDown: blocks.unitsDown,
      restartInterval: header.tables.restartInterval)
    let tables = header.tables
    let outcome: ScanWalk.Outcome
    if !frame.isProgressive {
      let units = try SequentialUnits(scan, blocks: blocks, stores: stores, tables: tables)
      outcome = isStreamed ? try stream(walk, units, blocks) : try run(walk, units, blocks)
    } else if scan.band.lowerBound > 0 {
      let store = stores[scan.parts[0].index]
      outcome =
        scan.approximationBefore == 0
        ? try run(
          walk, try ProgressiveBand(scan, blocks: blocks, store: store, tables: tables), blocks)
        : try run(
          walk, try ProgressiveBandBits(scan, blocks: blocks, store: store, tables: tables),
          blocks)
    } else if scan.approximationBefore == 0 {
      outcome = try run(
        walk, try ProgressiveMeans(scan, blocks: blocks, stores: stores, tables: tables), blocks)
    } else {
      outcome = try run(
        walk, try ProgressiveMeanBits(scan, blocks: blocks, stores: stores), blocks)
    }
    decodedUnits += outcome.decodedUnits
    try note(outcome, of: scan)
  }

  /// Takes in how a scan went.
  private func note(_ outcome: ScanWalk.Outcome, of scan: JPEGScan) throws(ThumbnailError) {
    isLastScanWhole = !outcome.endsEarly
    if outcome.isDamaged { isDamaged = true }
    if outcome.endsEarly {
      switch try input.nextMarker() {
      case nil: isTruncated = true
      case JPEGMarker.endOfImage?:
        isTruncated = true
        input.putBack(JPEGMarker.endOfImage)
      case let marker?:
        isDamaged = true
        input.putBack(marker)
      }
    }
    if outcome.isDamaged || outcome.endsEarly {
      damagedComponents.formUnion(scan.parts.map(\.index))
    }
  }

  private func run(
    _ walk: ScanWalk, _ units: some UnitDecoder, _ blocks: ScanBlocks
  ) throws(ThumbnailError) -> ScanWalk.Outcome {
    try walk.run(units, try EntropyReader(input, blocksPerUnit: blocks.slots.count))
  }

  /// Decodes the only scan, and writes each row of units when it is complete.
  private func stream(
    _ walk: ScanWalk, _ units: some UnitDecoder, _ blocks: ScanBlocks
  ) throws(ThumbnailError) -> ScanWalk.Outcome {
    let writer = try unsafe makeWriter()
    let reader = try EntropyReader(input, blocksPerUnit: blocks.slots.count)
    return try walk.run(units, reader) { row throws(ThumbnailError) in
      writer.write(unitRow: row, isHeldFromStart: false)
      for store in stores { store.coefficients.clear() }
    }
  }

  private func writeAll() throws(ThumbnailError) {
    let writer = try unsafe makeWriter()
    for row in 0..<geometry.unitsDown { writer.write(unitRow: row, isHeldFromStart: true) }
  }

  @unsafe private func makeWriter() throws(ThumbnailError) -> PictureWriter {
    unsafe try PictureWriter(
      geometry, stores: stores, quantisers: quantisers, conversion: conversion, output: output)
  }
}
