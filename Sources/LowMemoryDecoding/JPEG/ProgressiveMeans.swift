import MediaTypes

/// Decodes the first scan of DC coefficients of a progressive picture.
///
/// Source: ITU-T T.81 § G.2 with § G.1.2.1 (point transform by shifting).
final class ProgressiveMeans: UnitDecoder {
  /// How the coefficients of one component are decoded.
  ///
  /// SAFETY: its memory belongs to the tables and the store that `ProgressiveMeans` holds.
  @safe private struct Part: BitwiseCopyable {
    let differences: DifferenceCodes
    @unsafe let coefficients: UnsafeMutablePointer<Int16>
    let keptPerBlock: Int
    var prediction = 0
  }

  private let blocks: ScanBlocks
  private let stores: [CoefficientStore]
  private let tables: [DifferenceTable]
  private let parts: Scratch<Part>
  private let shift: Int

  /// Prepares a scan.
  ///
  /// - Throws: `corrupt` for malformed or missing tables.
  init(
    _ scan: JPEGScan, blocks: ScanBlocks, stores: [CoefficientStore], tables: JPEGTables
  ) throws(ThumbnailError) {
    self.blocks = blocks
    self.stores = scan.parts.map { stores[$0.index] }
    shift = scan.approximation
    var made: [DifferenceTable] = []
    parts = try Scratch(zeroed: scan.parts.count)
    for (index, part) in scan.parts.enumerated() {
      let table = try DifferenceTable(try tables.dcTable(part.dcTable))
      made.append(table)
      let store = self.stores[index]
      parts[index] = unsafe Part(
        differences: table.codes, coefficients: store.coefficients.start,
        keptPerBlock: store.component.keptPerBlock)
    }
    self.tables = made
  }

  func restart() {
    for index in 0..<parts.count { parts[index].prediction = 0 }
  }

  func decode(
    row: Int, columns: Range<Int>, _ reader: EntropyReader
  ) throws(ThumbnailError) -> Int {
    var window = reader.window
    var isDamaged = false
    defer {
      reader.window = window
      if isDamaged { reader.isDamaged = true }
    }
    let slots = blocks.slots
    for column in columns {
      if window.isLow {
        guard try reader.prepare(&window) else { return column - columns.lowerBound }
      }
      for slot in slots {
        // SAFETY: a slot's part is a place in the scan, and `ScanBlocks` lays all units inside the
        // store.
        let part = unsafe parts.start + slot.part
        window.refill()
        unsafe part.pointee.prediction &+= part.pointee.differences.take(
          &window, isDamaged: &isDamaged)
        let block = slot.block(row: row) &+ column &* slot.step
        unsafe part.pointee.coefficients[block &* part.pointee.keptPerBlock] =
          Int16(truncatingIfNeeded: part.pointee.prediction &<< shift)
      }
    }
    return columns.count
  }
}

/// Decodes a scan that adds one bit to each DC coefficient of a progressive picture.
///
/// Source: ITU-T T.81 § G.1.2.1.1.
final class ProgressiveMeanBits: UnitDecoder {
  /// Where the coefficients of one component are.
  ///
  /// SAFETY: its memory belongs to the store that `ProgressiveMeanBits` holds.
  @safe private struct Part: BitwiseCopyable {
    @unsafe let coefficients: UnsafeMutablePointer<Int16>
    let keptPerBlock: Int
  }

  private let blocks: ScanBlocks
  private let stores: [CoefficientStore]
  private let parts: Scratch<Part>
  private let shift: Int

  /// Prepares a scan.
  init(
    _ scan: JPEGScan, blocks: ScanBlocks, stores: [CoefficientStore]
  ) throws(ThumbnailError) {
    self.blocks = blocks
    self.stores = scan.parts.map { stores[$0.index] }
    shift = scan.approximation
    parts = try Scratch(zeroed: self.stores.count)
    for (index, store) in self.stores.enumerated() {
      parts[index] = unsafe Part(
        coefficients: store.coefficients.start, keptPerBlock: store.component.keptPerBlock)
    }
  }

  func restart() {}

  func decode(
    row: Int, columns: Range<Int>, _ reader: EntropyReader
  ) throws(ThumbnailError) -> Int {
    var window = reader.window
    defer { reader.window = window }
    let slots = blocks.slots
    for column in columns {
      if window.isLow {
        guard try reader.prepare(&window) else { return column - columns.lowerBound }
      }
      for slot in slots {
        // SAFETY: as in `ProgressiveMeans`.
        let part = unsafe parts.start[slot.part]
        let block = slot.block(row: row) &+ column &* slot.step
        window.refill()
        unsafe part.coefficients[block &* part.keptPerBlock] |=
          Int16(truncatingIfNeeded: window.take(1) &<< shift)
      }
    }
    return columns.count
  }
}
