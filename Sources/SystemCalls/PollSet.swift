internal import Glibc

/// Descriptors that are waited for together.
package struct PollSet: Sendable {
  /// What is waited for.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: Int16
    package init(rawValue: Int16) { self.rawValue = rawValue }

    /// Bytes can be read, or the other end is closed.
    package static let readable = Interest(rawValue: Int16(POLLIN))
    /// Bytes can be written.
    package static let writable = Interest(rawValue: Int16(POLLOUT))
  }

  private var entries: [pollfd] = []

  /// Creates an empty set.
  package init() {}

  /// Empties the set.
  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor.
  package mutating func add(_ descriptor: Int32, _ interest: Interest) {
    entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
  }

  /// Waits until something can be done with one of the descriptors.
  ///
  /// The corresponding C function is `poll`.
  ///
  /// - Parameter timeout: The longest wait; `nil` waits as long as it takes.
  /// - Throws: `SystemError` where waiting is impossible.
  package mutating func wait(atMost timeout: Duration?) throws(SystemError) {
    try Syscalls.meetFault(in: "poll")
    let milliseconds = timeout.map(PollSet.milliseconds) ?? -1
    let count = unsafe entries.withUnsafeMutableBufferPointer {
      unsafe poll($0.baseAddress, nfds_t($0.count), milliseconds)
    }
    if count < 0 {
      guard errno == EINTR else { throw SystemError(errno, in: "poll") }
      for index in entries.indices { entries[index].revents = 0 }
    }
  }

  /// Whether something happened to a descriptor, its end included.
  package func isReady(_ descriptor: Int32) -> Bool {
    entries.contains { $0.fd == descriptor && $0.revents != 0 }
  }

  /// Rounded up, so that a wait never ends just before its time and is begun anew.
  private static func milliseconds(of duration: Duration) -> Int32 {
    let parts = duration.components
    guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
    guard parts.seconds < 1_000_000 else { return 1_000_000_000 }
    let below = (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(parts.seconds * 1000 + below)
  }
}
