internal import CSystem
internal import Glibc

/// Every system call of the package, one function each: the call, the retry on `EINTR`, the error.
package enum Syscalls {
  /// The system's words for a value of `errno`.
  package static func text(of number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// Opens a file for reading.
  ///
  /// A pipe or a device does not block, and its status tells it apart.
  /// The corresponding C function is `open`.
  package static func open(
    readingPath path: borrowing [UInt8], followsLinks: Bool = true
  ) throws(SystemError) -> FileDescriptor {
    var flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    if !followsLinks { flags |= O_NOFOLLOW }
    try meetFault(in: "open")
    let result = unsafe try withPath(path, in: "open") { path in
      while true {
        let fd = unsafe csystem_open(path, flags, 0)
        if fd != -EINTR { return fd }
      }
    }
    return FileDescriptor(takingOwnershipOf: try checked(result, in: "open"))
  }

  /// Reads bytes at an offset, fewer than asked only at the end of the file.
  ///
  /// The corresponding C function is `pread`.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(SystemError) -> Int {
    try meetFault(in: "pread")
    guard let base = buffer.baseAddress else { return 0 }
    guard let start = Int(exactly: offset) else { return 0 }
    var done = 0
    while done < buffer.count {
      let (position, overflows) = start.addingReportingOverflow(done)
      guard !overflows else { break }
      let count = unsafe pread(descriptor, base + done, buffer.count - done, position)
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError(errno, in: "pread")
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Asks for the status of an open file.
  ///
  /// The corresponding C function is `fstat`.
  package static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    try meetFault(in: "fstat")
    var record = stat()
    guard unsafe fstat(descriptor, &record) == 0 else { throw SystemError(errno, in: "fstat") }
    return status(from: record)
  }

  static func status(from record: stat) -> FileStatus {
    let kind: FileStatus.Kind
    switch record.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .symbolicLink
    default: kind = .special
    }
    return FileStatus(
      kind: kind, byteCount: UInt64(clamping: record.st_size),
      modificationSeconds: Int64(record.st_mtim.tv_sec),
      modificationNanoseconds: Int64(record.st_mtim.tv_nsec),
      changeSeconds: Int64(record.st_ctim.tv_sec),
      changeNanoseconds: Int64(record.st_ctim.tv_nsec),
      device: UInt64(record.st_dev), inode: UInt64(record.st_ino), mode: record.st_mode & 0o7777,
      isPipe: record.st_mode & S_IFMT == S_IFIFO)
  }
}
