import MediaTypes

/// Decodes the units of a sequential scan, as far as coefficients are kept.
///
/// Source: ITU-T T.81 § F.2.2.
final class SequentialUnits: UnitDecoder {
  /// How the coefficients of one component are decoded.
  ///
  /// SAFETY: its memory belongs to the tables and the store that `SequentialUnits` holds.
  @safe private struct Part: BitwiseCopyable {
    let differences: DifferenceCodes
    let symbols: HuffmanCodes
    let runs: RunCodes
    @unsafe let coefficients: UnsafeMutablePointer<Int16>
    @unsafe let places: UnsafePointer<UInt8>
    let keptPerBlock: Int
    /// One past the last coefficient, in zigzag order, that is kept.
    let keptEnd: Int
    var prediction = 0
  }

  private let blocks: ScanBlocks
  private let stores: [CoefficientStore]
  private let tables: SequentialTables
  private let parts: Scratch<Part>

  /// Prepares a scan.
  ///
  /// - Throws: `corrupt` for malformed or missing tables.
  init(
    _ scan: JPEGScan, blocks: ScanBlocks, stores: [CoefficientStore], tables: JPEGTables
  ) throws(ThumbnailError) {
    self.blocks = blocks
    self.stores = scan.parts.map { stores[$0.index] }
    self.tables = try SequentialTables(scan, tables)
    parts = try Scratch(zeroed: self.stores.count)
    for (index, store) in self.stores.enumerated() {
      parts[index] = unsafe Part(
        differences: self.tables.differences[index].codes,
        symbols: self.tables.symbols[index].codes, runs: self.tables.runs[index].codes,
        coefficients: store.coefficients.start, places: store.places.start,
        keptPerBlock: store.component.keptPerBlock, keptEnd: store.keptEnd)
    }
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
        // SAFETY: a slot's part is a place in the scan.
        unsafe Self.decodeBlock(
          slot.block(row: row) &+ column &* slot.step, &parts.start[slot.part], &window,
          isDamaged: &isDamaged)
      }
    }
    return columns.count
  }

  @inline(__always) private static func decodeBlock(
    _ block: Int, _ part: inout Part, _ window: inout BitWindow, isDamaged: inout Bool
  ) {
    // SAFETY: `ScanBlocks` lays all units inside the store, and a place is below `keptPerBlock`.
    let target = unsafe part.coefficients + block &* part.keptPerBlock
    window.refill()
    part.prediction &+= part.differences.take(&window, isDamaged: &isDamaged)
    unsafe target[0] = Int16(truncatingIfNeeded: part.prediction)
    var next = 1
    while next < part.keptEnd {
      window.refill()
      let symbol = part.symbols.take(&window, isDamaged: &isDamaged)
      if symbol & 15 == 0 {
        if symbol != 0xF0 { return }
        next &+= 16
        continue
      }
      next &+= symbol &>> 4
      let value = window.takeSigned(symbol & 15)
      if next < part.keptEnd {
        let place = unsafe part.places[next]
        if place != CoefficientStore.notKept {
          unsafe target[Int(place)] = Int16(truncatingIfNeeded: value)
        }
      }
      next &+= 1
    }
    if next < 64 {
      part.runs.skip(from: next, &window, part.symbols, isDamaged: &isDamaged)
    } else if next > 64 {
      isDamaged = true
    }
  }
}

/// The tables of a sequential scan, one of each kind a component; those that components share are
/// made once.
private struct SequentialTables {
  private(set) var differences: [DifferenceTable] = []
  private(set) var symbols: [HuffmanTable] = []
  private(set) var runs: [RunTable] = []

  init(_ scan: JPEGScan, _ tables: JPEGTables) throws(ThumbnailError) {
    for (index, part) in scan.parts.enumerated() {
      if let twin = scan.parts[..<index].firstIndex(where: { $0.dcTable == part.dcTable }) {
        differences.append(differences[twin])
      } else {
        differences.append(try DifferenceTable(try tables.dcTable(part.dcTable)))
      }
      if let twin = scan.parts[..<index].firstIndex(where: { $0.acTable == part.acTable }) {
        symbols.append(symbols[twin])
        runs.append(runs[twin])
      } else {
        let table = try HuffmanTable(try tables.acTable(part.acTable))
        symbols.append(table)
        runs.append(try RunTable(table.codes))
      }
    }
  }
}
