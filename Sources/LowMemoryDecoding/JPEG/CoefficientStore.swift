import MediaTypes

/// The kept coefficients of a component: of the whole picture, or of one row of units.
///
/// Blocks lie row by row, those that only fill up the last unit included; the coefficients of a
/// block lie row by row, `columns.kept` in each.
final class CoefficientStore {
  let component: KeptComponent
  let coefficients: Scratch<Int16>
  /// A bit for each coefficient, in zigzag order, that a refinement finds to be not zero; made by
  /// the first scan that a refinement may follow.
  private(set) var significance: Scratch<UInt64>?
  /// Where each coefficient, in zigzag order, lies in its block; `notKept` for most.
  let places: Scratch<UInt8>
  /// The coefficients that are kept, as bits in zigzag order.
  let keptMask: UInt64

  static let notKept: UInt8 = 0xFF

  init(_ component: KeptComponent) throws(ThumbnailError) {
    self.component = component
    coefficients = try Scratch(zeroed: component.heldBlocks * component.keptPerBlock)
    places = try Scratch(zeroed: 64)
    var mask: UInt64 = 0
    for (index, natural) in zigzag.enumerated() {
      let (row, column) = (Int(natural) / 8, Int(natural) % 8)
      let isKept = row < component.rows.kept && column < component.columns.kept
      places[index] = isKept ? UInt8(row * component.columns.kept + column) : Self.notKept
      if isKept { mask |= 1 << UInt64(index) }
    }
    keptMask = mask
  }

  /// One past the last coefficient, in zigzag order, that is kept.
  var keptEnd: Int { 64 - keptMask.leadingZeroBitCount }

  /// The bits of significance, made when they are first asked for.
  func makeSignificance() throws(ThumbnailError) -> Scratch<UInt64> {
    if let significance { return significance }
    let made = try Scratch<UInt64>(zeroed: component.heldBlocks)
    significance = made
    return made
  }
}

/// The natural place, row by row, of each coefficient in zigzag order.
///
/// Source: ITU-T T.81 § A.3.6, figure A.6.
let zigzag: [UInt8] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]
