internal import CSystem
internal import Glibc

/// SIGINT and SIGTERM as something that can be waited for instead of the end of the process.
///
/// It does not matter which thread meets the signal. One such value a process at a time; when it
/// goes, the signals have their former effect again.
package final class StopSignals: Sendable {
  private let noted: FileDescriptor
  private let writeEnd: FileDescriptor

  /// Takes the signals over.
  ///
  /// The corresponding C functions are `pipe` and `sigaction`.
  package init() throws(SystemError) {
    try Syscalls.meetFault(in: "pipe")
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(errno, in: "pipe") }
    noted = FileDescriptor(takingOwnershipOf: ends[0])
    writeEnd = FileDescriptor(takingOwnershipOf: ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    // It fails for signals that do not exist only.
    _ = csystem_watch_stop_signals(writeEnd.number)
  }

  deinit { _ = csystem_watch_stop_signals(-1) }

  /// The number of a descriptor that is readable once a signal came.
  package var descriptorNumber: Int32 { noted.number }

  /// The number of a signal that came, or `nil`.
  package func next() -> Int32? {
    var byte: UInt8 = 0
    return unsafe read(noted.number, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
