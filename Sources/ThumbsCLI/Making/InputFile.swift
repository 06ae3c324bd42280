import ByteSources
import MediaTypes
import SystemCalls

/// The file that a command line names, which may be standard input or another pipe.
enum InputFile {
  /// The most bytes that are taken from a pipe.
  private static let pipeByteLimit: UInt64 = 8 << 30
  private static let pieceByteCount = 1 << 18
  private static let standardInput: Int32 = 0

  /// Opens it.
  ///
  /// A pipe is kept in a file without a name, since the start of some files says what lies at
  /// their end; nothing of it stays in memory.
  ///
  /// - Throws: What opening a file throws; `overLimit` for a pipe of more than 8 GiB.
  static func open(_ file: Word) throws(ThumbnailError) -> FileSource {
    guard file.isDash else {
      switch try NamedInput(path: file.bytes) {
      case .file(let source): return source
      case .pipe(let pipe):
        try pipe.waitForWriter()
        return try spooled { () throws(ThumbnailError) in try pipe.next() }
      }
    }
    let own = try standardInputCopy()
    guard (try? Syscalls.status(of: own.number))?.kind == .special else {
      return try FileSource(takingOwnershipOf: own)
    }
    return try spooled { () throws(ThumbnailError) in
      do throws(SystemError) {
        return try Syscalls.readNext(own.number, atMost: pieceByteCount)
      } catch {
        throw ThumbnailError(.unreadable, "cannot read standard input: \(error)")
      }
    }
  }

  private static func standardInputCopy() throws(ThumbnailError) -> FileDescriptor {
    do throws(SystemError) {
      return try Syscalls.duplicate(standardInput)
    } catch {
      throw ThumbnailError(.unreadable, "cannot use standard input: \(error)")
    }
  }

  private static func spooled(
    _ next: () throws(ThumbnailError) -> [UInt8]
  ) throws(ThumbnailError) -> FileSource {
    var spool = try SpoolFile(limit: pipeByteLimit)
    while true {
      let piece = try next()
      guard !piece.isEmpty else { return try spool.finish() }
      try spool.append(piece)
    }
  }
}
