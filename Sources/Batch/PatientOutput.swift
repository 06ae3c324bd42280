import SystemCalls

/// A descriptor whose reader may take its time, and whose writer may be told to stop.
final class PatientOutput {
  /// What a pipe takes at once where it takes anything (`PIPE_BUF`, pipe(7)).
  private static let pipeByteCount = 4096

  private let number: Int32
  /// Whether writing may wait for whoever reads.
  private let mayWait: Bool
  /// Whether the wait for a reader was ended: the run ends, and nobody waits again.
  private(set) var isGivenUp = false

  /// Writes to a descriptor that stays open.
  init(_ number: Int32) {
    self.number = number
    mayWait = (try? Syscalls.status(of: number).kind) != .regular
  }

  /// Writes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - stop: A descriptor that ends the wait for a reader once it is readable.
  /// - Returns: Whether they were written; `false` where the wait was ended, now or before.
  /// - Throws: `SystemError` where nobody reads any more, or the disk is full.
  func write(_ bytes: [UInt8], unless stop: Int32?) throws(SystemError) -> Bool {
    guard !isGivenUp else { return false }
    guard mayWait else {
      try Syscalls.write(bytes, to: number)
      return true
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      var poll = PollSet()
      poll.add(number, .writable)
      if let stop { poll.add(stop, .readable) }
      try poll.wait(atMost: nil)
      if poll.isReady(number) {
        try Syscalls.write(Array(rest.prefix(PatientOutput.pipeByteCount)), to: number)
        rest = rest.dropFirst(PatientOutput.pipeByteCount)
      } else if let stop, poll.isReady(stop) {
        isGivenUp = true
        return false
      }
    }
    return true
  }
}
