/// How much of each box has come of an interlaced picture that ends early.
struct BoxCoverage {
  private let rows: BoxAxis
  private let boxArea: Float
  /// The passes, and for each box of a row how many of their columns lie in it.
  private let parts: [(part: PNGArrivals.Part, columns: [Float])]

  init(_ arrivals: PNGArrivals, columns: BoxAxis, rows: BoxAxis) {
    self.rows = rows
    boxArea = columns.boxLength * rows.boxLength
    parts = arrivals.parts.map { part in
      let line = part.pass.columns
      let totals = (0..<columns.count).map {
        columns.span(of: $0, along: line).total(below: line.count)
      }
      return (part, totals)
    }
  }

  /// Makes the sums of a row those of whole boxes.
  ///
  /// Boxes of which nothing has come get what is at their left, since a pass' pixels stand for
  /// those at their right and below until these come.
  ///
  /// - Parameters:
  ///   - sums: A sum for each channel of each box.
  ///   - row: The row of the output.
  ///   - channels: Channels a box.
  /// - Returns: Whether anything has come of the row.
  func complete(_ sums: Scratch<Float>, row: Int, channels: Int) -> Bool {
    let heights = parts.map { item in
      rows.span(of: row, along: item.part.pass.rows).total(below: item.part.rowCount)
    }
    var isCovered = false
    for box in 0..<(sums.count / channels) {
      let area = zip(parts, heights).reduce(Float(0)) { $0 + $1.0.columns[box] * $1.1 }
      let first = box * channels
      if area > 0 {
        isCovered = true
        for index in first..<(first + channels) { sums[index] *= boxArea / area }
      } else if box > 0 {
        for index in first..<(first + channels) { sums[index] = sums[index - channels] }
      }
    }
    return isCovered
  }
}
