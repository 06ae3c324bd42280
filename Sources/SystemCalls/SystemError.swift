internal import Glibc

/// The number with which the system refused a call.
///
/// The set is open; the common ones have names.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let number: Int32
  /// The call that was refused, such as `pread`.
  package let call: String

  /// Creates an error from a value of `errno` and the call that set it.
  package init(_ number: Int32, in call: String) {
    self.number = number
    self.call = call
  }

  /// Whether the name leads nowhere.
  package var isNoSuchFile: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether the name is taken.
  package var isExisting: Bool { number == EEXIST }

  /// Whether what is written to is a pipe that nobody reads any more.
  package var isBrokenPipe: Bool { number == EPIPE }

  /// The system's words for the number, and the call.
  package var description: String { "\(Syscalls.text(of: number)) (\(call))" }
}
