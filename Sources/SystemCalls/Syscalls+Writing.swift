internal import Glibc

extension Syscalls {
  /// Writes all bytes at the descriptor's position, waiting where it would block.
  ///
  /// The corresponding C function is `write`.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all -> Int in
        guard let base = all.baseAddress else { return 0 }
        return unsafe Glibc.write(descriptor, base + done, all.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw SystemError(errno, in: "write")
      }
    }
  }
}
