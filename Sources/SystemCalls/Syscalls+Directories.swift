internal import CSystem
internal import Glibc

/// Names below an open directory.
extension Syscalls {
  /// The directory in which relative names begin, in place of a descriptor.
  package static let currentDirectoryNumber: Int32 = AT_FDCWD

  /// Opens a file below a directory for reading, without following a link at its end.
  ///
  /// A pipe or a device does not block, and its status tells it apart.
  /// The corresponding C function is `openat`.
  package static func open(
    reading name: borrowing [UInt8], in directory: Int32, followsLinks: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    try open(
      name, in: directory,
      flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW))
  }

  /// Opens a directory below a directory.
  ///
  /// The corresponding C function is `openat`.
  package static func open(
    directory name: borrowing [UInt8], in directory: Int32, followsLinks: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    try open(
      name, in: directory, flags: O_RDONLY | O_DIRECTORY | (followsLinks ? 0 : O_NOFOLLOW))
  }

  /// Creates a file below a directory for writing; a file of that name must not exist.
  ///
  /// The corresponding C function is `openat`.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - directory: The number of the open directory.
  ///   - mode: The permission bits, of which the process's mask takes some away.
  /// - Returns: The file, open for writing.
  /// - Throws: `SystemError` where it cannot be made, or is there.
  package static func create(
    _ name: borrowing [UInt8], in directory: Int32, mode: UInt32 = 0o666
  ) throws(SystemError) -> FileDescriptor {
    try open(name, in: directory, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
  }

  /// Opens a file for writing from its start, made where it is missing and emptied where not.
  ///
  /// The corresponding C function is `openat`.
  package static func replace(
    _ name: borrowing [UInt8], in directory: Int32
  ) throws(SystemError) -> FileDescriptor {
    try open(name, in: directory, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
  }

  /// Makes a directory below a directory.
  ///
  /// - Returns: Whether it was made; `false` where the name exists already.
  ///
  /// The corresponding C function is `mkdirat`.
  package static func makeDirectory(
    _ name: borrowing [UInt8], in directory: Int32, mode: UInt32 = 0o777
  ) throws(SystemError) -> Bool {
    try meetFault(in: "mkdirat")
    let number = unsafe try withPath(name, in: "mkdirat") {
      unsafe mkdirat(directory, $0, mode) == 0 ? 0 : errno
    }
    if number == EEXIST { return false }
    guard number == 0 else { throw SystemError(number, in: "mkdirat") }
    return true
  }

  /// Gives a file below a directory another name, there or below another directory, in place of
  /// what had it.
  ///
  /// The corresponding C function is `renameat`.
  package static func rename(
    _ name: borrowing [UInt8], to other: borrowing [UInt8], in directory: Int32,
    below target: Int32? = nil
  ) throws(SystemError) {
    try meetFault(in: "renameat")
    let (newName, newDirectory) = (copy other, target ?? directory)
    let number = unsafe try withPath(name, in: "renameat") { from -> Result<Int32, SystemError> in
      do throws(SystemError) {
        return .success(
          unsafe try withPath(newName, in: "renameat") {
            unsafe renameat(directory, from, newDirectory, $0) == 0 ? 0 : errno
          })
      } catch {
        return .failure(error)
      }
    }.get()
    guard number == 0 else { throw SystemError(number, in: "renameat") }
  }

  /// Removes a file below a directory.
  ///
  /// The corresponding C function is `unlinkat`.
  package static func remove(
    _ name: borrowing [UInt8], in directory: Int32
  ) throws(SystemError) {
    try meetFault(in: "unlinkat")
    let number = unsafe try withPath(name, in: "unlinkat") {
      unsafe unlinkat(directory, $0, 0) == 0 ? 0 : errno
    }
    guard number == 0 else { throw SystemError(number, in: "unlinkat") }
  }

  /// Asks for the status of a name below a directory.
  ///
  /// The corresponding C function is `fstatat`.
  package static func status(
    of name: borrowing [UInt8], in directory: Int32, followsLinks: Bool = false
  ) throws(SystemError) -> FileStatus {
    try meetFault(in: "fstatat")
    var record = stat()
    let number = unsafe try withPath(name, in: "fstatat") {
      unsafe fstatat(directory, $0, &record, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0
        ? 0 : errno
    }
    guard number == 0 else { throw SystemError(number, in: "fstatat") }
    return status(from: record)
  }

  /// Sets the time of the last modification of an open file.
  ///
  /// The corresponding C function is `futimens`.
  package static func setModificationTime(
    of descriptor: Int32, seconds: Int64, nanoseconds: Int64
  ) throws(SystemError) {
    try meetFault(in: "futimens")
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
    guard unsafe futimens(descriptor, [time, time]) == 0 else {
      throw SystemError(errno, in: "futimens")
    }
  }

  /// Reads where a symbolic link leads; longer than 4095 bytes is cut.
  ///
  /// The corresponding C function is `readlink`.
  package static func destination(ofLink path: borrowing [UInt8]) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe try withPath(path, in: "readlink") { path in
      unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe readlink(path, base.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    guard count >= 0 else { throw SystemError(errno, in: "readlink") }
    return Array(buffer[..<count])
  }

  /// Whether a file may be executed by this process.
  ///
  /// The corresponding C function is `access`.
  package static func isExecutable(_ path: borrowing [UInt8]) -> Bool {
    let result = unsafe try? withPath(path, in: "access") { unsafe access($0, X_OK) }
    return result == 0
  }

  static func open(
    _ name: borrowing [UInt8], in directory: Int32, flags: Int32, mode: mode_t = 0
  ) throws(SystemError) -> FileDescriptor {
    try meetFault(in: "openat")
    let result = unsafe try withPath(name, in: "openat") { name in
      while true {
        let fd = unsafe csystem_openat(directory, name, flags | O_CLOEXEC, mode)
        if fd != -EINTR { return fd }
      }
    }
    return FileDescriptor(takingOwnershipOf: try checked(result, in: "openat"))
  }
}
