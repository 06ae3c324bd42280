import ByteSources
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// The file that a command line names, which may be standard input or another pipe.
enum InputFile {
  /// The most bytes that are taken from a pipe.
  private static let pipeByteLimit: UInt64 = 8 << 30
  /// The most that is taken of one whose first bytes do not tell what it is: formats that say so at
  /// their end are small.
  private static let unknownByteLimit: UInt64 = 256 << 20
  /// After so many bytes it is asked what they are.
  private static let headByteCount = 64 << 10
  private static let pieceByteCount = 1 << 18
  private static let standardInput: Int32 = 0

  /// Opens it.
  ///
  /// A pipe is kept in a file without a name, since the start of some files says what lies at
  /// their end; nothing of it stays in memory.
  ///
  /// - Throws: What opening a file throws; `overLimit` for a pipe of more than 8 GiB, or of 256 MiB
  ///   where its start does not tell what it is; what planning throws where that nothing can be
  ///   shown of it.
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
    var head: [UInt8] = []
    var limit = pipeByteLimit
    while true {
      let piece = try next()
      guard !piece.isEmpty else { return try spool.finish() }
      try spool.append(piece)
      if head.count < headByteCount {
        head += piece
        if head.count >= headByteCount { limit = try byteLimit(ofStreamBeginningWith: head) }
      }
      guard spool.byteCount <= limit else {
        throw ThumbnailError(
          .notMedia, "none of its first \(limit) bytes tell what it is; no more is read")
      }
    }
  }

  /// How much is taken of a stream.
  private static func byteLimit(
    ofStreamBeginningWith head: [UInt8]
  ) throws(ThumbnailError) -> UInt64 {
    var rest = head
    let facts = try? MediaReader.facts(ofStream: nil) { () throws(ThumbnailError) in
      defer { rest = [] }
      return rest
    }
    guard let facts, facts.format != .unknown else { return unknownByteLimit }
    if let refusal = Planner.refusal(byFormatOf: facts) { throw refusal }
    return pipeByteLimit
  }
}
