import MediaTypes

/// Decodes a scan that adds one bit to each AC coefficient of a band of a progressive picture.
///
/// Of coefficients that are not kept it only needs to know which are not zero: each of those has a
/// bit in the data.
///
/// Source: ITU-T T.81 § G.1.2.3.
final class ProgressiveBandBits: UnitDecoder {
  private let blocks: ScanBlocks
  private let store: CoefficientStore
  private let significance: Scratch<UInt64>
  private let table: HuffmanTable
  /// The band's coefficients as bits in zigzag order.
  private let bandMask: UInt64
  private let bit: Int16
  /// Blocks of which only coefficients are refined that are not zero already.
  private var quietBlocks = 0

  /// Prepares a scan.
  ///
  /// - Throws: `corrupt` for a malformed or missing table.
  init(
    _ scan: JPEGScan, blocks: ScanBlocks, store: CoefficientStore, tables: JPEGTables
  ) throws(ThumbnailError) {
    self.blocks = blocks
    self.store = store
    significance = try store.makeSignificance()
    table = try HuffmanTable(try tables.acTable(scan.parts[0].acTable))
    bandMask = Self.bits(from: scan.band.lowerBound) & ~Self.bits(from: scan.band.upperBound + 1)
    bit = 1 << Int16(scan.approximation)
  }

  func restart() { quietBlocks = 0 }

  func decode(
    row: Int, columns: Range<Int>, _ reader: EntropyReader
  ) throws(ThumbnailError) -> Int {
    var window = reader.window
    var isDamaged = false
    var quiet = quietBlocks
    defer {
      reader.window = window
      quietBlocks = quiet
      if isDamaged { reader.isDamaged = true }
    }
    let first = blocks.slots[0].block(row: row)
    for column in columns {
      let block = first &+ column
      // SAFETY: `ScanBlocks` lays all units inside the store.
      let found = unsafe significance.start[block]
      // At the end of the data there may be blocks that need none.
      if quiet > 0, found & bandMask == 0 {
        quiet -= 1
        continue
      }
      if window.isLow {
        guard try reader.prepare(&window) else { return column - columns.lowerBound }
      }
      if quiet > 0 {
        refine(found & bandMask, of: block, &window)
        quiet -= 1
      } else {
        quiet = decodeBlock(block, found, &window, isDamaged: &isDamaged)
      }
    }
    return columns.count
  }

  /// Decodes a block with new coefficients.
  ///
  /// - Returns: How many blocks after it have none.
  @inline(__always) private func decodeBlock(
    _ block: Int, _ found: UInt64, _ window: inout BitWindow, isDamaged: inout Bool
  ) -> Int {
    let codes = table.codes
    var added: UInt64 = 0
    var rest = bandMask
    while rest != 0 {
      window.refill()
      let symbol = codes.take(&window, isDamaged: &isDamaged)
      var run = symbol &>> 4
      let width = symbol & 15
      var isPositive = false
      if width == 0 {
        if run < 15 {
          let quiet = (1 &<< run &- 1) &+ (run > 0 ? window.take(run) : 0)
          refine(found & rest, of: block, &window)
          unsafe significance.start[block] = found | added
          return quiet
        }
      } else {
        // A new coefficient is always ±1 at its bit; other widths are damage.
        if width != 1 { isDamaged = true }
        isPositive = window.take(1) == 1
      }
      // The coefficients passed over are as many zeros as the run says, and all others between.
      var zeros = rest & ~found
      while run > 0, zeros != 0 {
        zeros &= zeros &- 1
        run &-= 1
      }
      let place = zeros.trailingZeroBitCount
      let passed = place == 64 ? rest : rest & ~Self.bits(from: place)
      refine(found & passed, of: block, &window)
      guard place < 64 else {
        if width != 0 { isDamaged = true }
        break
      }
      if width != 0 {
        added |= 1 &<< UInt64(place)
        set(place, of: block, to: isPositive ? bit : 0 &- bit)
      }
      rest &= Self.bits(from: place &+ 1)
    }
    unsafe significance.start[block] = found | added
    return 0
  }

  /// Takes a bit for each of some coefficients that are not zero.
  @inline(__always) private func refine(
    _ coefficients: UInt64, of block: Int, _ window: inout BitWindow
  ) {
    var rest = coefficients
    var kept = coefficients & store.keptMask
    while kept != 0 {
      let place = kept.trailingZeroBitCount
      // The bits of those before it are of no use.
      window.drop((rest & ~Self.bits(from: place)).nonzeroBitCount)
      rest &= Self.bits(from: place &+ 1)
      kept &= kept &- 1
      window.refill()
      if window.take(1) == 1 { grow(place, of: block) }
    }
    if rest != 0 { window.drop(rest.nonzeroBitCount) }
  }

  /// Adds the scan's bit to a kept coefficient, away from zero.
  @inline(__always) private func grow(_ index: Int, of block: Int) {
    let place = unsafe Int(store.places.start[index & 63])
    let target = block &* store.component.keptPerBlock &+ place
    let value = store.coefficients[target]
    store.coefficients[target] = value >= 0 ? value | bit : 0 &- ((0 &- value) | bit)
  }

  /// Gives a coefficient its first value, where it is kept.
  @inline(__always) private func set(_ index: Int, of block: Int, to value: Int16) {
    let place = unsafe store.places.start[index & 63]
    guard place != CoefficientStore.notKept else { return }
    store.coefficients[block &* store.component.keptPerBlock &+ Int(place)] = value
  }

  /// The bits from a place to the highest; none from 64 on.
  @inline(__always) private static func bits(from place: Int) -> UInt64 {
    place > 63 ? 0 : ~0 &<< UInt64(truncatingIfNeeded: place)
  }
}
