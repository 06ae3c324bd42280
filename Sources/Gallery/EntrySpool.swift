import SystemCalls

/// Markup that waits in a file without a name until the page is made of it.
struct EntrySpool: ~Copyable {
  private static let pieceByteCount = 64 << 10

  private let writer: FileDescriptor
  private let reader: FileDescriptor
  private var piece: [UInt8] = []

  /// Makes the file.
  ///
  /// - Parameter page: The path of the page, whose disk is used.
  /// - Throws: `SystemError` where nothing can be made there.
  init(beside page: [UInt8]) throws(SystemError) {
    let path = NewFile.hiddenPath(beside: page)
    let writer = try Syscalls.create(path, in: Syscalls.currentDirectoryNumber)
    defer { try? Syscalls.remove(path, in: Syscalls.currentDirectoryNumber) }
    reader = try Syscalls.open(readingPath: path)
    self.writer = writer
  }

  /// Adds markup.
  mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    piece += bytes
    if piece.count >= Self.pieceByteCount { try flush() }
  }

  /// Takes the next piece from the front.
  ///
  /// - Returns: Bytes; none at the end.
  mutating func next() throws(SystemError) -> [UInt8] {
    try flush()
    return try Syscalls.readNext(reader.number, atMost: Self.pieceByteCount)
  }

  private mutating func flush() throws(SystemError) {
    guard !piece.isEmpty else { return }
    try Syscalls.write(piece, to: writer.number)
    piece.removeAll(keepingCapacity: true)
  }
}
