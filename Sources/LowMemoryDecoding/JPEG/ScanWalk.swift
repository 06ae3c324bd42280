import MediaTypes

/// Decodes the units of one scan.
protocol UnitDecoder: AnyObject {
  /// Decodes units of one row.
  ///
  /// - Returns: How many were decoded; fewer than asked where the interval's data have ended.
  func decode(row: Int, columns: Range<Int>, _ reader: EntropyReader) throws(ThumbnailError) -> Int

  /// Forgets what carries over from unit to unit.
  func restart()
}

/// Walks over a scan's units, from one restart interval to the next.
struct ScanWalk {
  let unitsAcross: Int
  let unitsDown: Int
  /// Units between restart markers; 0 is none.
  let restartInterval: Int

  /// How a scan went.
  struct Outcome {
    /// Whether the data ended before the last unit.
    var endsEarly = false
    /// Whether data were met that no encoder writes, or lost between units that were decoded.
    var isDamaged = false
    /// How many units were decoded.
    var decodedUnits = 0
  }

  /// Decodes all units that the data have; those of lost intervals stay as they are.
  ///
  /// - Parameters:
  ///   - decoder: Decodes the units.
  ///   - reader: Stands at the scan's first byte.
  ///   - finishRow: Is called for each row of units when no more comes for it, in order.
  /// - Returns: How the scan went.
  /// - Throws: `cancelled`, and what the source and `finishRow` throw.
  func run(
    _ decoder: some UnitDecoder, _ reader: EntropyReader,
    finishRow: (Int) throws(ThumbnailError) -> Void = { _ in }
  ) throws(ThumbnailError) -> Outcome {
    let total = unitsAcross * unitsDown
    var unit = 0
    var finishedRows = 0
    var interval = 0
    var outcome = Outcome()
    while unit < total {
      let intervalEnd = restartInterval == 0 ? total : min(total, unit + restartInterval)
      var isComplete = true
      while unit < intervalEnd, isComplete {
        let row = unit / unitsAcross
        let column = unit % unitsAcross
        let count = min(unitsAcross - column, intervalEnd - unit)
        let decoded = try decoder.decode(row: row, columns: column..<(column + count), reader)
        outcome.decodedUnits += decoded
        isComplete = decoded == count
        unit += count
        // A row that lost units is finished below, with the rest of its interval.
        guard isComplete, column + count == unitsAcross else { continue }
        try finishRow(row)
        finishedRows = row + 1
      }
      let lacksUnits = !isComplete || reader.isPastEnd
      unit = intervalEnd
      if unit == total {
        outcome.endsEarly = lacksUnits
      } else {
        switch try reader.restart(interval & 7) {
        case .resumed(let lostIntervals):
          if lacksUnits { reader.isDamaged = true }
          interval += 1 + lostIntervals
          unit = min(total, unit + lostIntervals * restartInterval)
          decoder.restart()
        case .ended:
          outcome.endsEarly = true
          unit = total
        }
      }
      while finishedRows < unit / unitsAcross {
        try finishRow(finishedRows)
        finishedRows += 1
      }
    }
    outcome.isDamaged = reader.isDamaged
    return outcome
  }
}
