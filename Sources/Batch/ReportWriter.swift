import JSONText
import SystemCalls

/// Writes the report.
///
/// Lines are kept until `flush`, which is called before anything is waited for: whoever reads has
/// each line before the run does nothing.
final class ReportWriter {
  /// What a pipe takes at once where it takes anything (`PIPE_BUF`, pipe(7)).
  private static let pipeByteCount = 4096
  /// Lines of so many bytes are written whatever comes.
  private static let waitingByteCount = 32 << 10

  private let descriptor: FileDescriptor?
  private let number: Int32
  /// Whether writing may wait for whoever reads.
  private let mayWait: Bool
  private var waiting: [UInt8] = []
  /// Whether the wait for a reader was ended: the run ends, and nobody waits again.
  private var isGivenUp = false

  /// Opens the report.
  init(_ destination: BatchOptions.ReportDestination) throws(SystemError) {
    switch destination {
    case .file(let path):
      let file = try Syscalls.replace(path, in: Syscalls.currentDirectoryNumber)
      number = file.number
      descriptor = consume file
    case .descriptor(let number):
      self.number = number
      descriptor = nil
    }
    mayWait = (try? Syscalls.status(of: number).kind) != .regular
  }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - record: What it is about.
  ///   - stop: A descriptor that ends the wait for a reader once it is readable.
  /// - Returns: Whether it is on its way; `false` where a wait was ended.
  /// - Throws: `SystemError` where nobody reads any more, or the disk is full.
  func write(_ record: FileRecord, unless stop: Int32?) throws(SystemError) -> Bool {
    guard !isGivenUp else { return false }
    waiting += record.json.text.utf8
    waiting.append(UInt8(ascii: "\n"))
    return waiting.count < ReportWriter.waitingByteCount ? true : try flush(unless: stop)
  }

  /// Writes the lines that were added.
  ///
  /// - Parameter stop: A descriptor that ends the wait for a reader once it is readable.
  /// - Returns: Whether they were written; `false` where the wait was ended.
  /// - Throws: `SystemError` where nobody reads any more, or the disk is full.
  func flush(unless stop: Int32?) throws(SystemError) -> Bool {
    guard !isGivenUp else { return false }
    guard !waiting.isEmpty else { return true }
    guard mayWait else {
      try Syscalls.write(waiting, to: number)
      waiting.removeAll(keepingCapacity: true)
      return true
    }
    var rest = waiting[...]
    defer { waiting = Array(rest) }
    while !rest.isEmpty {
      var poll = PollSet()
      poll.add(number, .writable)
      if let stop { poll.add(stop, .readable) }
      try poll.wait(atMost: nil)
      if poll.isReady(number) {
        try Syscalls.write(Array(rest.prefix(ReportWriter.pipeByteCount)), to: number)
        rest = rest.dropFirst(ReportWriter.pipeByteCount)
      } else if let stop, poll.isReady(stop) {
        isGivenUp = true
        return false
      }
    }
    return true
  }
}

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
