import ByteSources
import MediaTypes
import SystemCalls

/// The file that a command line names, which may be standard input.
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
    guard file.isDash else { return try FileSource(path: file.bytes) }
    let own = try standardInputCopy()
    let kind = (try? Syscalls.status(of: own.number))?.kind
    return try kind == .special ? spooled(own.number) : FileSource(takingOwnershipOf: own)
  }

  private static func standardInputCopy() throws(ThumbnailError) -> FileDescriptor {
    do throws(SystemError) {
      return try Syscalls.duplicate(standardInput)
    } catch {
      throw ThumbnailError(.unreadable, "cannot use standard input: \(error)")
    }
  }

  private static func spooled(_ pipe: Int32) throws(ThumbnailError) -> FileSource {
    var spool = try SpoolFile(limit: pipeByteLimit)
    while true {
      let piece: [UInt8]
      do throws(SystemError) {
        piece = try Syscalls.readNext(pipe, atMost: pieceByteCount)
      } catch {
        throw ThumbnailError(.unreadable, "cannot read standard input: \(error)")
      }
      guard !piece.isEmpty else { return try spool.finish() }
      try spool.append(piece)
    }
  }
}
