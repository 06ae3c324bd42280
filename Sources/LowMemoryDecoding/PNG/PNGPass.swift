import MediaTypes

/// Pixels that come together, row after row: the whole picture, or a pass of Adam7.
///
/// Source: W3C PNG Specification (third edition) § 8.1.
struct PNGPass: Sendable, Hashable {
  /// The places of a pass along one axis of the picture.
  struct Line: Sendable, Hashable {
    /// The place of the first one, in pixels of the picture.
    let start: Int
    /// Pixels of the picture from one to the next.
    let step: Int
    /// How many there are.
    let count: Int

    init(start: Int, step: Int, length: Int) {
      self.start = start
      self.step = step
      count = length > start ? (length - start + step - 1) / step : 0
    }

    /// The place of one of them, in pixels of the picture.
    func place(_ index: Int) -> Int { start + index * step }
  }

  /// Where its columns are.
  let columns: Line
  /// Where its rows are.
  let rows: Line

  /// The passes of a picture in their order, those without a pixel left out.
  static func passes(of header: PNGHeader) -> [PNGPass] {
    guard header.isInterlaced else {
      return [PNGPass(whole: header.size)]
    }
    return [
      PNGPass(in: header.size, x: (0, 8), y: (0, 8)),
      PNGPass(in: header.size, x: (4, 8), y: (0, 8)),
      PNGPass(in: header.size, x: (0, 4), y: (4, 8)),
      PNGPass(in: header.size, x: (2, 4), y: (0, 4)),
      PNGPass(in: header.size, x: (0, 2), y: (2, 4)),
      PNGPass(in: header.size, x: (1, 2), y: (0, 2)),
      PNGPass(in: header.size, x: (0, 1), y: (1, 2)),
    ].filter { $0.columns.count > 0 && $0.rows.count > 0 }
  }

  /// All rows of a picture in their order.
  init(whole size: PixelSize) { self.init(in: size, x: (0, 1), y: (0, 1)) }

  private init(in size: PixelSize, x: (start: Int, step: Int), y: (start: Int, step: Int)) {
    columns = Line(start: x.start, step: x.step, length: size.width)
    rows = Line(start: y.start, step: y.step, length: size.height)
  }
}

/// How many rows of each pass have come.
struct PNGArrivals: Sendable {
  /// A pass that was begun.
  struct Part: Sendable {
    let pass: PNGPass
    var rowCount: Int
  }

  /// The passes in their order; none that was not begun.
  var parts: [Part] = []
  /// Rows of all passes together.
  let expectedRowCount: Int

  init(expecting passes: [PNGPass]) {
    expectedRowCount = passes.reduce(0) { $0 + $1.rows.count }
  }

  /// Rows that have come.
  var rowCount: Int { parts.reduce(0) { $0 + $1.rowCount } }

  /// Whether every row has come.
  var isComplete: Bool { rowCount == expectedRowCount }
}
