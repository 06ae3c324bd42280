import SystemCalls

/// The directory of a page, and the names of files in it.
struct PagePlace: Sendable {
  /// The directory, ended by a slash, or empty for the current one.
  private let directory: [UInt8]
  /// The name of the page in it.
  let name: [UInt8]

  /// Splits the path of a page.
  init(page: [UInt8]) {
    let end = page.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    directory = Array(page[..<end])
    name = Array(page[end...])
  }

  /// The path of the page.
  var page: [UInt8] { directory + name }

  /// A hidden name beside the page that no other process takes.
  func hidden(_ purpose: String) -> [UInt8] {
    directory + Array(".".utf8) + name + Array(".\(Syscalls.ownProcessNumber).\(purpose)".utf8)
  }
}

/// A file that is written from front to back, a large piece at a time.
struct PageFile: ~Copyable {
  private static let pieceByteCount = 64 << 10

  private let descriptor: FileDescriptor
  private var piece: [UInt8] = []

  /// Creates the file; one of that name must not exist.
  init(creating path: [UInt8]) throws(SystemError) {
    descriptor = try Syscalls.create(path, in: Syscalls.currentDirectoryNumber)
  }

  /// Writes bytes after those before.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    piece += bytes
    if piece.count >= Self.pieceByteCount { try flush() }
  }

  /// Writes what is still held.
  mutating func flush() throws(SystemError) {
    try Syscalls.write(piece, to: descriptor.number)
    piece.removeAll(keepingCapacity: true)
  }

  /// Removes a file, if it can be.
  static func remove(_ path: [UInt8]) {
    _ = try? Syscalls.remove(path, in: Syscalls.currentDirectoryNumber)
  }
}
