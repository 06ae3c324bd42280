internal import CSystem
internal import Glibc

/// One end of a pair of connected sockets, closed when its owner goes.
package struct StreamSocket: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// Takes ownership of one end.
  package init(takingOwnershipOf descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Makes two ends that are connected with each other.
  ///
  /// The corresponding C function is `socketpair`.
  ///
  /// - Parameter body: Takes both ends.
  /// - Returns: What `body` returns.
  /// - Throws: `SystemError` where no pair can be had, and what `body` throws.
  package static func withPair<Result: ~Copyable>(
    _ body: (consuming StreamSocket, consuming StreamSocket) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try Syscalls.meetFault(in: "socketpair")
    var ends: [Int32] = [-1, -1]
    _ = try Syscalls.checked(unsafe csystem_socketpair(&ends), in: "socketpair")
    return try body(
      StreamSocket(takingOwnershipOf: FileDescriptor(takingOwnershipOf: ends[0])),
      StreamSocket(takingOwnershipOf: FileDescriptor(takingOwnershipOf: ends[1])))
  }

  /// The number of the open socket; valid as long as this value is.
  package var descriptorNumber: Int32 { descriptor.number }

  /// Sends what the socket takes at once, and with the first byte a descriptor.
  ///
  /// The corresponding C function is `sendmsg`.
  ///
  /// - Parameters:
  ///   - bytes: What is to be sent.
  ///   - passing: The number of an open descriptor that travels along.
  ///   - waits: Whether to wait until the socket takes a byte.
  /// - Returns: How many bytes were taken; 0 where the socket is full.
  /// - Throws: `SystemError`, also where the other end is closed.
  package func send(
    _ bytes: ArraySlice<UInt8>, passing: Int32? = nil, waits: Bool = false
  ) throws(SystemError) -> Int {
    try Syscalls.meetFault(in: "sendmsg")
    let number = descriptor.number
    let sent = unsafe bytes.withUnsafeBytes { all -> Int in
      while true {
        let sent = unsafe csystem_send(
          number, all.baseAddress, all.count, passing ?? -1, waits ? 1 : 0)
        if sent != -Int(EINTR) { return sent }
      }
    }
    if sent == -Int(EAGAIN) { return 0 }
    return try Syscalls.checked(sent, in: "sendmsg")
  }

  /// Sends all bytes, waiting as long as it takes.
  ///
  /// The corresponding C function is `sendmsg`.
  package func sendAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try send(rest, waits: true)) }
  }

  /// What came in.
  package enum Arrival: ~Copyable {
    /// So many bytes, and perhaps a descriptor.
    case bytes(Int, FileDescriptor?)
    /// Nothing so far.
    case nothing
    /// The other end is closed.
    case end
  }

  /// Takes what has come in.
  ///
  /// The corresponding C function is `recvmsg`.
  ///
  /// - Parameters:
  ///   - buffer: Where the bytes go; its length bounds them.
  ///   - waits: Whether to wait for a byte.
  ///   - takesDescriptor: Whether a descriptor that comes along is taken; else the kernel closes it.
  /// - Returns: What came.
  /// - Throws: `SystemError` where the socket fails.
  package func receive(
    into buffer: inout [UInt8], waits: Bool = false, takesDescriptor: Bool = true
  ) throws(SystemError) -> Arrival {
    try Syscalls.meetFault(in: "recvmsg")
    let number = descriptor.number
    var passed: Int32 = -1
    let count = unsafe buffer.withUnsafeMutableBytes { all -> Int in
      while true {
        let count =
          takesDescriptor
          ? unsafe csystem_receive(number, all.baseAddress, all.count, &passed, waits ? 1 : 0)
          : unsafe csystem_receive(number, all.baseAddress, all.count, nil, waits ? 1 : 0)
        if count != -Int(EINTR) { return count }
      }
    }
    if count == -Int(EAGAIN) { return .nothing }
    // An end that was closed with unread bytes in it says so with this number.
    if count == -Int(ECONNRESET) { return .end }
    let received = try Syscalls.checked(count, in: "recvmsg")
    let descriptor = passed >= 0 ? FileDescriptor(takingOwnershipOf: passed) : nil
    return received == 0 ? .end : .bytes(received, descriptor)
  }

  /// Gives up ownership.
  package consuming func release() -> FileDescriptor { descriptor }
}
