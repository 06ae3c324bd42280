import MediaTypes

/// Where the blocks of a scan's units lie in the stores.
///
/// Source: ITU-T T.81 § A.2 (a scan of one component has units of one block, and no blocks that
/// only fill up the picture's units).
struct ScanBlocks {
  /// One block of each unit.
  struct Slot {
    /// The component's place in the scan.
    let part: Int
    /// Blocks from one unit to the next.
    let step: Int
    /// Blocks from one row of units to the next; 0 where one row is held.
    let rowStep: Int
    /// The block of the first unit.
    let first: Int

    /// The block of the first unit of a row.
    func block(row: Int) -> Int { first + row * rowStep }
  }

  let slots: [Slot]
  let unitsAcross: Int
  let unitsDown: Int

  /// Lays out the blocks of a scan.
  init(_ scan: JPEGScan, geometry: ScaledJPEGGeometry, holdsPicture: Bool) {
    let components = scan.parts.map { geometry.components[$0.index] }
    if components.count == 1, let component = components.first {
      let width = component.columns.blocks
      slots = [Slot(part: 0, step: 1, rowStep: holdsPicture ? width : 0, first: 0)]
      unitsAcross = component.columns.ownBlocks
      unitsDown = component.rows.ownBlocks
      return
    }
    unitsAcross = geometry.unitsAcross
    unitsDown = geometry.unitsDown
    var slots: [Slot] = []
    for (part, component) in components.enumerated() {
      let width = component.columns.blocks
      let rowStep = holdsPicture ? width * component.rows.blocksPerUnit : 0
      for y in 0..<component.rows.blocksPerUnit {
        for x in 0..<component.columns.blocksPerUnit {
          slots.append(
            Slot(
              part: part, step: component.columns.blocksPerUnit, rowStep: rowStep,
              first: y * width + x))
        }
      }
    }
    self.slots = slots
  }
}
