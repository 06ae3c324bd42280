/// Rows of a tab separated text whose first line names the columns; nothing is quoted.
struct TabSeparatedTable {
  /// One row: a value a column.
  struct Row {
    private let values: [String: String]

    fileprivate init(_ values: [String: String]) { self.values = values }

    /// The value in a column; empty where the row has none.
    subscript(column: String) -> String { values[column] ?? "" }

    /// The number in a column; `nil` where there is none.
    func number(_ column: String) -> Int? { Int(self[column]) }
  }

  /// The rows in the order of the text.
  let rows: [Row]

  /// Reads a text.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    guard let header = lines.popFirst() else {
      rows = []
      return
    }
    let columns = header.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    rows = lines.map { line in
      let values = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(Dictionary(zip(columns, values)) { first, _ in first })
    }
  }
}
