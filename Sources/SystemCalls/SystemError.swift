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

  /// Nobody reads what is written.
  package static let brokenPipe = SystemError(EPIPE, in: "write")

  /// Whether the name leads nowhere.
  package var isNoSuchFile: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether the name is taken.
  package var isExisting: Bool { number == EEXIST }

  /// Whether the directory of a new name is on another file system.
  package var isOtherFileSystem: Bool { number == EXDEV }

  /// Whether the file system has no such operation.
  package var isUnsupported: Bool { number == ENOTSUP || number == ENOSYS || number == ENOLCK }

  /// What a person can do about it; `nil` where nothing in general helps.
  package var advice: String? {
    switch number {
    case ENOSPC: "the disk is full; free some space and run again"
    case EDQUOT: "the quota of disk space is used up; free some and run again"
    case EROFS: "the file system is mounted for reading only; choose another place"
    case EACCES, EPERM: "permission is missing; allow it or choose another place"
    case ENAMETOOLONG: "the name is longer than the file system takes; shorten it"
    case EMFILE, ENFILE: "too many files are open; raise the limit (ulimit -n)"
    case EIO: "the disk or the network does not answer properly; check it"
    case ELOOP: "a symbolic link stands there; remove it or name what it leads to"
    default: nil
    }
  }

  /// The advice, and the system's words in brackets; only these where there is no advice.
  package var explanation: String { advice.map { "\($0) (\(description))" } ?? description }

  /// Whether what is written to is a pipe that nobody reads any more.
  package var isBrokenPipe: Bool { number == EPIPE }

  /// The system's words for the number, and the call.
  package var description: String { "\(Syscalls.text(of: number)) (\(call))" }
}
