import MediaTypes

/// Decodes the first scan of a band of AC coefficients of a progressive picture.
///
/// Source: ITU-T T.81 § G.1.2.2 (runs over blocks, EOBn).
final class ProgressiveBand: UnitDecoder {
  private let blocks: ScanBlocks
  private let store: CoefficientStore
  /// Where the coefficients that are not zero are noted; `nil` where no refinement may follow.
  private let significance: Scratch<UInt64>?
  private let table: HuffmanTable
  private let band: ClosedRange<Int>
  private let shift: Int
  /// Blocks that are still to be passed over.
  private var emptyBlocks = 0

  /// Prepares a scan.
  ///
  /// - Throws: `corrupt` for a malformed or missing table.
  init(
    _ scan: JPEGScan, blocks: ScanBlocks, store: CoefficientStore, tables: JPEGTables
  ) throws(ThumbnailError) {
    self.blocks = blocks
    self.store = store
    significance = scan.approximation > 0 ? try store.makeSignificance() : nil
    table = try HuffmanTable(try tables.acTable(scan.parts[0].acTable))
    band = scan.band
    shift = scan.approximation
  }

  func restart() { emptyBlocks = 0 }

  func decode(
    row: Int, columns: Range<Int>, _ reader: EntropyReader
  ) throws(ThumbnailError) -> Int {
    var window = reader.window
    var isDamaged = false
    var empty = emptyBlocks
    defer {
      reader.window = window
      emptyBlocks = empty
      if isDamaged { reader.isDamaged = true }
    }
    let slot = blocks.slots[0]
    let first = slot.block(row: row)
    var column = columns.lowerBound
    while column < columns.upperBound {
      if empty > 0 {
        let passed = min(empty, columns.upperBound - column)
        empty -= passed
        column += passed
        continue
      }
      if window.isLow {
        guard try reader.prepare(&window) else { return column - columns.lowerBound }
      }
      empty = decodeBlock(first &+ column, &window, isDamaged: &isDamaged)
      column += 1
    }
    return columns.count
  }

  /// Decodes one block.
  ///
  /// - Returns: How many blocks after it are empty.
  @inline(__always) private func decodeBlock(
    _ block: Int, _ window: inout BitWindow, isDamaged: inout Bool
  ) -> Int {
    // SAFETY: `ScanBlocks` lays all units inside the store, `next` is checked to be below 64, and a
    // place is below `keptPerBlock`.
    let codes = table.codes
    let target = unsafe store.coefficients.start + block &* store.component.keptPerBlock
    let places = unsafe store.places.start
    var found: UInt64 = 0
    var emptyBlocks = 0
    var next = band.lowerBound
    while next <= band.upperBound {
      window.refill()
      let symbol = codes.take(&window, isDamaged: &isDamaged)
      let run = symbol &>> 4
      let width = symbol & 15
      if width == 0 {
        if run == 15 {
          next &+= 16
          continue
        }
        emptyBlocks = 1 &<< run &- 1
        if run > 0 { emptyBlocks &+= window.take(run) }
        break
      }
      next &+= run
      let value = window.takeSigned(width)
      if next <= band.upperBound {
        found |= 1 &<< UInt64(truncatingIfNeeded: next)
        let place = unsafe places[next]
        if place != CoefficientStore.notKept {
          unsafe target[Int(place)] = Int16(truncatingIfNeeded: value &<< shift)
        }
      } else {
        isDamaged = true
      }
      next &+= 1
    }
    if let significance { unsafe significance.start[block] |= found }
    return emptyBlocks
  }
}
