internal import CSystem
internal import Glibc

/// The names in an open directory, in the order of the file system, a few at a time.
///
/// It holds `bufferByteCount` bytes, however many names there are.
package struct DirectoryReader: ~Copyable {
  /// A name in a directory.
  package struct Entry: Sendable {
    /// The bytes of the name; never empty, without `/`.
    package let name: [UInt8]
    /// What lies behind the name; `nil` where the file system does not tell here.
    package let kind: FileStatus.Kind?
    /// The file's number on its device.
    package let inode: UInt64
  }

  /// Bytes of names that are asked for at once.
  package static let bufferByteCount = 8 << 10

  private let descriptor: FileDescriptor
  private var buffer: [UInt8]
  private var position = 0
  private var filled = 0

  /// Takes an open directory.
  package init(takingOwnershipOf descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
    buffer = [UInt8](repeating: 0, count: DirectoryReader.bufferByteCount)
  }

  /// The number of the open directory; valid as long as this value is.
  package var descriptorNumber: Int32 { descriptor.number }

  /// Reads the next name; `.` and `..` are left out.
  ///
  /// The corresponding C function is `getdents64`.
  ///
  /// - Returns: The entry, or `nil` at the end.
  package mutating func next() throws(SystemError) -> Entry? {
    while true {
      if position >= filled {
        try fill()
        if filled == 0 { return nil }
      }
      if let entry = takeRecord() { return entry }
    }
  }

  private mutating func fill() throws(SystemError) {
    try Syscalls.meetFault(in: "getdents64")
    let number = descriptor.number
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe csystem_getdents(number, $0.baseAddress, $0.count)
    }
    filled = try Syscalls.checked(count, in: "getdents64")
    position = 0
  }

  private mutating func takeRecord() -> Entry? {
    // SAFETY: the kernel fills whole records, each with a terminated name inside its length.
    let (entry, length) = unsafe buffer.withUnsafeBytes { bytes -> (Entry?, Int) in
      let record = unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<filled]).baseAddress
      guard let record = unsafe record, let text = unsafe csystem_dirent_name(record) else {
        return (nil, filled - position)
      }
      let length = unsafe csystem_dirent_length(record)
      let name = unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
      if name == [0x2E] || name == [0x2E, 0x2E] { return (nil, length) }
      let kind = unsafe DirectoryReader.kind(of: csystem_dirent_type(record))
      return unsafe (Entry(name: name, kind: kind, inode: csystem_dirent_inode(record)), length)
    }
    position += max(1, length)
    return entry
  }

  private static func kind(of type: UInt8) -> FileStatus.Kind? {
    switch Int(type) {
    case Int(DT_REG): .regular
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .symbolicLink
    case Int(DT_UNKNOWN): nil
    default: .special
    }
  }
}
