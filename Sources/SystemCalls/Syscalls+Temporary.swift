internal import CSystem
internal import Glibc

extension Syscalls {
  /// Creates a file without a name for reading and writing, in `TMPDIR`, else in `/var/tmp`, else
  /// in `/tmp`.
  ///
  /// `/var/tmp` goes first, since `/tmp` may be memory.
  /// The corresponding C function is `open` with `O_TMPFILE`; where the file system has none, a file
  /// is made and its name removed.
  ///
  /// - Throws: The error of the last directory that was tried.
  package static func createWithoutName() throws(SystemError) -> FileDescriptor {
    let own = environment("TMPDIR").map { $0.isEmpty ? [] : [$0] } ?? []
    var failure = SystemError(ENOENT, in: "open")
    for directory in own + ["/var/tmp", "/tmp"] {
      do throws(SystemError) {
        return try createWithoutName(in: Array(directory.utf8))
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func createWithoutName(in directory: [UInt8]) throws(SystemError) -> FileDescriptor
  {
    try meetFault(in: "open")
    let flags = csystem_open_without_name | O_RDWR | O_CLOEXEC
    let number = unsafe try withPath(directory, in: "open") {
      unsafe csystem_open($0, flags, 0o600)
    }
    if number >= 0 { return FileDescriptor(takingOwnershipOf: number) }
    guard number == -EOPNOTSUPP || number == -EISDIR else { throw SystemError(-number, in: "open") }
    let name = NewFile.hiddenPath(beside: directory + Array("/".utf8))
    let named = unsafe try withPath(name, in: "open") {
      unsafe csystem_open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    let descriptor = FileDescriptor(takingOwnershipOf: try checked(named, in: "open"))
    try remove(name, in: currentDirectoryNumber)
    return descriptor
  }
}
