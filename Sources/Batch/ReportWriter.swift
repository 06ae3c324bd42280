import JSONText
import SystemCalls

/// Writes the report, each line at once.
final class ReportWriter {
  /// What a pipe takes at once where it takes anything (`PIPE_BUF`, pipe(7)).
  private static let pipeByteCount = 4096

  private let descriptor: FileDescriptor?
  private let number: Int32
  /// Whether writing may wait for whoever reads.
  private let mayWait: Bool

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

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - record: What it is about.
  ///   - stop: A descriptor that ends the wait for a reader once it is readable.
  /// - Returns: Whether the line was written; `false` where the wait was ended.
  /// - Throws: `SystemError` where nobody reads any more, or the disk is full.
  func write(_ record: FileRecord, unless stop: Int32?) throws(SystemError) -> Bool {
    var rest = Array((record.json.text + "\n").utf8)[...]
    guard mayWait else {
      try Syscalls.write(Array(rest), to: number)
      return true
    }
    while !rest.isEmpty {
      var poll = PollSet()
      poll.add(number, .writable)
      if let stop { poll.add(stop, .readable) }
      try poll.wait(atMost: nil)
      if poll.isReady(number) {
        try Syscalls.write(Array(rest.prefix(ReportWriter.pipeByteCount)), to: number)
        rest = rest.dropFirst(ReportWriter.pipeByteCount)
      } else if let stop, poll.isReady(stop) {
        return false
      }
    }
    return true
  }
}
