internal import CSystem
internal import Glibc

/// What keeps runs over one directory apart, and files over time.
extension Syscalls {
  /// How a lock is held.
  package enum LockKind: Sendable, Hashable {
    /// By one holder alone.
    case exclusive
    /// By any number of holders, none of them alone.
    case shared
  }

  /// Opens a file for reading and writing, made where it is missing, without following a link.
  ///
  /// The corresponding C function is `openat`.
  package static func openOrCreate(
    _ name: borrowing [UInt8], in directory: Int32
  ) throws(SystemError) -> FileDescriptor {
    try open(name, in: directory, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
  }

  /// Takes a lock on an open file, or changes the one that is held, without waiting.
  ///
  /// It is given back when the file is closed, at the latest with the process.
  /// The corresponding C function is `flock`.
  ///
  /// - Returns: Whether it is held now; `false` where another holder is in the way.
  /// - Throws: `SystemError` where the file system has no locks.
  package static func lock(
    _ descriptor: Int32, _ kind: LockKind
  ) throws(SystemError) -> Bool {
    try meetFault(in: "flock")
    while flock(descriptor, (kind == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw SystemError(errno, in: "flock") }
    }
    return true
  }

  /// Makes an open file empty.
  ///
  /// The corresponding C function is `ftruncate`.
  package static func empty(_ descriptor: Int32) throws(SystemError) {
    guard ftruncate(descriptor, 0) == 0 else { throw SystemError(errno, in: "ftruncate") }
  }

  /// Removes an empty directory below a directory.
  ///
  /// The corresponding C function is `unlinkat` with `AT_REMOVEDIR`.
  package static func remove(
    directory name: borrowing [UInt8], in parent: Int32
  ) throws(SystemError) {
    try meetFault(in: "unlinkat")
    let number = unsafe try withPath(name, in: "unlinkat") {
      unsafe unlinkat(parent, $0, AT_REMOVEDIR) == 0 ? 0 : errno
    }
    guard number == 0 else { throw SystemError(number, in: "unlinkat") }
  }

  /// When a file was made, in nanoseconds since 1970; `nil` where the file system does not know.
  ///
  /// A file keeps it under every name, and no other file with the same number has it.
  /// The corresponding C function is `statx`.
  package static func birthTime(of descriptor: Int32) -> Int64? {
    let time = csystem_birth_time(descriptor)
    return time > 0 ? time : nil
  }

  /// The time that the kernel gives to files that are written now: seconds and nanoseconds.
  ///
  /// It moves on a few hundred times a second.
  /// The corresponding C function is `clock_gettime` with `CLOCK_REALTIME_COARSE`.
  package static func fileClock() -> (seconds: Int64, nanoseconds: Int64) {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return (Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  /// Whether a process of this machine is there; one of another user is.
  ///
  /// The corresponding C function is `kill` with no signal.
  package static func isRunning(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }
}
