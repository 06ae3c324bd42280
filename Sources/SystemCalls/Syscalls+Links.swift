internal import Glibc

/// Names for files that are open, and what makes names last.
extension Syscalls {
  /// Gives an open file one more name, below a directory.
  ///
  /// The corresponding C function is `linkat`, with the file's place in `/proc` as the old name.
  ///
  /// - Throws: `SystemError` where that cannot be, as across file systems.
  package static func link(
    _ descriptor: Int32, as name: borrowing [UInt8], in directory: Int32
  ) throws(SystemError) {
    try meetFault(in: "linkat")
    let place = Array("/proc/self/fd/\(descriptor)".utf8)
    let target = copy name
    let number = unsafe try withPath(place, in: "linkat") { from -> Result<Int32, SystemError> in
      do throws(SystemError) {
        return .success(
          unsafe try withPath(target, in: "linkat") {
            unsafe linkat(AT_FDCWD, from, directory, $0, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
          })
      } catch {
        return .failure(error)
      }
    }.get()
    guard number == 0 else { throw SystemError(number, in: "linkat") }
  }

  /// Waits until what was written to a file or a directory would survive a loss of power.
  ///
  /// The corresponding C function is `fsync`.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    try meetFault(in: "fsync")
    guard fsync(descriptor) == 0 else { throw SystemError(errno, in: "fsync") }
  }

  /// Removes an empty directory below a directory.
  ///
  /// The corresponding C function is `unlinkat` with `AT_REMOVEDIR`.
  package static func removeDirectory(
    _ name: borrowing [UInt8], in directory: Int32
  ) throws(SystemError) {
    try meetFault(in: "unlinkat")
    let number = unsafe try withPath(name, in: "unlinkat") {
      unsafe unlinkat(directory, $0, AT_REMOVEDIR) == 0 ? 0 : errno
    }
    guard number == 0 else { throw SystemError(number, in: "unlinkat") }
  }
}
