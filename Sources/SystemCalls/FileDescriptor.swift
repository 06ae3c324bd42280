internal import Glibc

/// An open descriptor, closed when its owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number the system knows it by; valid as long as this value is.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(takingOwnershipOf number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Gives up ownership.
  ///
  /// - Returns: The number, which the caller must close.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

/// What the system says about a file.
package struct FileStatus: Sendable, Hashable {
  /// What lies behind a name.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case regular
    /// A directory.
    case directory
    /// A symbolic link.
    case symbolicLink
    /// A pipe, a socket or a device.
    case special
  }

  /// What lies behind the name.
  package var kind: Kind
  /// Length in bytes.
  package var byteCount: UInt64
  /// Time of the last modification: whole seconds since 1970.
  package var modificationSeconds: Int64
  /// Time of the last modification: nanoseconds beyond the second.
  package var modificationNanoseconds: Int64
  /// Time of the last change of content, name or status: whole seconds since 1970.
  package var changeSeconds: Int64
  /// Time of the last change of content, name or status: nanoseconds beyond the second.
  package var changeNanoseconds: Int64
  /// The file's device.
  package var device: UInt64
  /// The file's number on its device.
  package var inode: UInt64
  /// The permission bits.
  package var mode: UInt32
  /// Whether it is a pipe, with a name or without.
  package var isPipe: Bool
}
