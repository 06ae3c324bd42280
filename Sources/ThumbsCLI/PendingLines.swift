/// Lines of results that are written together where nobody watches them come.
struct PendingLines {
  /// The most bytes that wait.
  private static let most = 16 << 10

  private let console: Console
  private var bytes: [UInt8] = []

  /// Begins without lines.
  init(console: Console) { self.console = console }

  /// Adds a line, and writes what waits when that is enough.
  ///
  /// - Throws: `CommandFailure` where nobody reads it or it cannot be written.
  mutating func add(_ line: String) throws(CommandFailure) {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
    if console.isOutputWatched || bytes.count >= Self.most { try write() }
  }

  /// Writes what waits.
  ///
  /// - Throws: `CommandFailure` where nobody reads it or it cannot be written.
  mutating func write() throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    try console.print(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
