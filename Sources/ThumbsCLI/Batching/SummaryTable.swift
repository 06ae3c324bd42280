import Batch
import MediaTypes

/// What became of the files of each format, as a table of text.
enum SummaryTable {
  private static let mostRows = 20
  private static let header = ["type", "files", "failed", "ms each", "shown by", "failures"]
  /// Which columns stand at their right ends.
  private static let numbers = 1...3

  /// The lines of the table, the most frequent formats first; none where there is no media.
  static func lines(for counts: BatchCounts) -> [String] {
    let sorted = counts.formats.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    guard !sorted.isEmpty else { return [] }
    var rows = [header] + sorted.prefix(mostRows).map { row(named: $0.key, $0.value) }
    if sorted.count > mostRows {
      var rest = FormatTally()
      for format in sorted.dropFirst(mostRows) { rest.add(format.value) }
      rows.append(row(named: "\(sorted.count - mostRows) others", rest))
    }
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let blank = String(repeating: " ", count: widths[column] - cell.count)
        return numbers.contains(column) ? blank + cell : cell + blank
      }
      let line = "  " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func row(named name: String, _ tally: FormatTally) -> [String] {
    let failed = tally.failures.values.reduce(0, +)
    return [
      name, QuantityText.count(tally.count), failed == 0 ? "" : QuantityText.count(failed),
      tally.made == 0
        ? "" : QuantityText.tenths(tally.elapsed.seconds * 1000 / Double(tally.made)),
      list(tally.sources.map { ($0.value, $0.key.rawValue) }),
      list(tally.failures.map { ($0.value, $0.key.rawValue) }),
    ]
  }

  /// Words with their numbers, the greatest first; the only one is told without its number.
  private static func list(_ parts: [(count: Int, word: String)]) -> String {
    if parts.count == 1 { return parts[0].word }
    return parts.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
      .map { "\($0.word) \(QuantityText.count($0.count))" }.joined(separator: ", ")
  }
}

extension FormatTally {
  /// Adds the files of another format.
  fileprivate mutating func add(_ other: FormatTally) {
    made += other.made
    current += other.current
    elapsed += other.elapsed
    failures.merge(other.failures, uniquingKeysWith: +)
    sources.merge(other.sources, uniquingKeysWith: +)
  }
}
