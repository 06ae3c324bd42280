internal import Glibc

extension Syscalls {
  /// Makes a second descriptor of an open file, closed on exec.
  ///
  /// The corresponding C function is `fcntl` with `F_DUPFD_CLOEXEC`.
  package static func duplicate(_ descriptor: Int32) throws(SystemError) -> FileDescriptor {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError(errno, in: "fcntl") }
    return FileDescriptor(takingOwnershipOf: copy)
  }
}
