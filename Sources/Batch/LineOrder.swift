/// Lines that wait for those before them, where their order is that of the files.
struct LineOrder {
  /// So many lines wait at most; no more files are begun then.
  private static let mostWaiting = 4096

  private let isKept: Bool
  private var next = 0
  private var waiting: [Int: FileRecord?] = [:]

  init(isKept: Bool) { self.isKept = isKept }

  /// Whether so many lines wait that those before them must come first.
  var isFull: Bool { waiting.count >= LineOrder.mostWaiting }

  /// Takes the line of a file, or that it has none.
  ///
  /// - Returns: The lines whose turn it is.
  mutating func take(_ record: FileRecord?, of number: Int) -> [FileRecord] {
    guard isKept else { return record.map { [$0] } ?? [] }
    waiting[number] = .some(record)
    var ready: [FileRecord] = []
    while let line = waiting.removeValue(forKey: next) {
      next += 1
      if let line { ready.append(line) }
    }
    return ready
  }
}
