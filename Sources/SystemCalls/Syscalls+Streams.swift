internal import Glibc

/// Descriptors with a position: pipes, terminals, files from front to back.
extension Syscalls {
  /// Reads the bytes that follow, waiting for the first of them.
  ///
  /// The corresponding C function is `read`.
  ///
  /// - Parameters:
  ///   - descriptor: The open descriptor.
  ///   - count: How many bytes at most.
  /// - Returns: The bytes; none at the end.
  /// - Throws: `SystemError` where they cannot be read.
  package static func readNext(
    _ descriptor: Int32, atMost count: Int
  ) throws(SystemError) -> [UInt8] {
    try meetFault(in: "read")
    while true {
      var result = 0
      var number: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        result = unsafe Glibc.read(descriptor, buffer.baseAddress, count)
        number = errno
        filled = max(0, result)
      }
      if result >= 0 { return bytes }
      switch number {
      case EINTR: break
      case EAGAIN: wait(for: Int16(POLLIN), on: descriptor)
      default: throw SystemError(number, in: "read")
      }
    }
  }

  /// Writes all bytes at the descriptor's position, waiting where it would block.
  ///
  /// The corresponding C function is `write`.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    try meetFault(in: "write")
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all -> Int in
        guard let base = all.baseAddress else { return 0 }
        return unsafe Glibc.write(descriptor, base + done, all.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        wait(for: Int16(POLLOUT), on: descriptor)
      } else if errno != EINTR {
        throw SystemError(errno, in: "write")
      }
    }
  }

  private static func wait(for event: Int16, on descriptor: Int32) {
    var question = pollfd(fd: descriptor, events: event, revents: 0)
    _ = unsafe poll(&question, 1, -1)
  }
}
