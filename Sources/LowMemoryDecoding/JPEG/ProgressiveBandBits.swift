import MediaTypes

/// Decodes a scan that adds one bit to each AC coefficient of a band of a progressive picture.
///
/// Of coefficients that are not kept it only needs to know which are not zero: each of those has a
/// bit in the data.
///
/// Source: ITU-T T.81 § G.1.2.3.
final class ProgressiveBandBits: UnitDecoder {
  /// What the loops need.
  ///
  /// SAFETY: its memory belongs to the table and the store that `ProgressiveBandBits` holds.
  @safe fileprivate struct Loop: BitwiseCopyable {
    let codes: HuffmanCodes
    @unsafe let significance: UnsafeMutablePointer<UInt64>
    @unsafe let coefficients: UnsafeMutablePointer<Int16>
    @unsafe let places: UnsafePointer<UInt8>
    let keptPerBlock: Int
    let keptMask: UInt64
    /// The band's first coefficient, and one past its last, in zigzag order.
    let start: Int
    let end: Int
    let bit: Int16

    /// The band's coefficients as bits in zigzag order.
    var bandMask: UInt64 { bits(start, end) }
  }

  private let blocks: ScanBlocks
  private let store: CoefficientStore
  private let significance: Scratch<UInt64>
  private let table: HuffmanTable
  private let loop: Loop
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
    loop = unsafe Loop(
      codes: table.codes, significance: significance.start,
      coefficients: store.coefficients.start, places: store.places.start,
      keptPerBlock: store.component.keptPerBlock, keptMask: store.keptMask,
      start: scan.band.lowerBound, end: scan.band.upperBound + 1,
      bit: 1 << Int16(scan.approximation))
  }

  func restart() { quietBlocks = 0 }

  func decode(
    row: Int, columns: Range<Int>, _ reader: EntropyReader
  ) throws(ThumbnailError) -> Int {
    let loop = self.loop
    let bandMask = loop.bandMask
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
      let found = unsafe loop.significance[block]
      // At the end of the data there may be blocks that need none.
      if quiet > 0, found & bandMask == 0 {
        quiet -= 1
        continue
      }
      if window.isLow {
        guard try reader.prepare(&window) else { return column - columns.lowerBound }
      }
      if quiet > 0 {
        loop.refine(found & bandMask, of: block, &window)
        quiet -= 1
      } else {
        quiet = loop.decodeBlock(block, found, &window, isDamaged: &isDamaged)
      }
    }
    return columns.count
  }
}

extension ProgressiveBandBits.Loop {
  /// Decodes a block with new coefficients.
  ///
  /// - Returns: How many blocks after it have none.
  @inline(__always) fileprivate func decodeBlock(
    _ block: Int, _ found: UInt64, _ window: inout BitWindow, isDamaged: inout Bool
  ) -> Int {
    var added: UInt64 = 0
    var next = start
    while next < end {
      window.refill()
      let symbol = codes.take(&window, isDamaged: &isDamaged)
      let run = symbol &>> 4
      let width = symbol & 15
      var isPositive = false
      if width != 0 {
        // A new coefficient is always ±1 at its bit; other widths are damage.
        if width != 1 { isDamaged = true }
        isPositive = window.take(1) == 1
      } else if run < 15 {
        let quiet = (1 &<< run &- 1) &+ (run > 0 ? window.take(run) : 0)
        refine(found & bits(next, end), of: block, &window)
        unsafe significance[block] = found | added
        return quiet
      }
      // The coefficients passed over are as many zeros as the run says, and all others between.
      var zeros = ~found & bits(next, end)
      var left = run
      while left > 0, zeros != 0 {
        zeros &= zeros &- 1
        left &-= 1
      }
      let place = zeros == 0 ? end : zeros.trailingZeroBitCount
      let corrections = place &- next &- (run &- left)
      if corrections > 0 {
        let passed = found & bits(next, place)
        if passed & keptMask == 0 {
          window.drop(corrections)
        } else {
          refine(passed, of: block, &window)
        }
      }
      if width != 0 {
        if place < end {
          added |= bits(place, place &+ 1)
          set(place, of: block, to: isPositive ? bit : 0 &- bit)
        } else {
          isDamaged = true
        }
      }
      next = place &+ 1
    }
    unsafe significance[block] = found | added
    return 0
  }

  /// Takes a bit for each of some coefficients that are not zero.
  @inline(__always) fileprivate func refine(
    _ coefficients: UInt64, of block: Int, _ window: inout BitWindow
  ) {
    guard coefficients & keptMask != 0 else {
      if coefficients != 0 { window.drop(coefficients.nonzeroBitCount) }
      return
    }
    var rest = coefficients
    var available = 0
    while rest != 0 {
      if available == 0 {
        window.refill()
        available = 56
      }
      let place = rest.trailingZeroBitCount
      rest &= rest &- 1
      available &-= 1
      if window.take(1) == 1, keptMask & bits(place, place &+ 1) != 0 { grow(place, of: block) }
    }
  }

  /// Adds the scan's bit to a kept coefficient, away from zero.
  @inline(__always) private func grow(_ index: Int, of block: Int) {
    // SAFETY: the coefficient is kept, so that its place is below `keptPerBlock`.
    let target = unsafe coefficients + (block &* keptPerBlock &+ Int(places[index & 63]))
    let value = unsafe target.pointee
    unsafe target.pointee = value >= 0 ? value | bit : 0 &- ((0 &- value) | bit)
  }

  /// Gives a coefficient its first value, where it is kept.
  @inline(__always) private func set(_ index: Int, of block: Int, to value: Int16) {
    // SAFETY: as in `grow`.
    let place = unsafe places[index & 63]
    guard place != CoefficientStore.notKept else { return }
    unsafe coefficients[block &* keptPerBlock &+ Int(place)] = value
  }
}

/// The bits from a place to one before another, both 0 to 64.
@inline(__always) private func bits(_ start: Int, _ end: Int) -> UInt64 {
  guard start < end else { return 0 }
  return ~0 &<< UInt64(truncatingIfNeeded: start)
    & (~0 &>> UInt64(truncatingIfNeeded: 64 &- end))
}
