internal import BlockingWork
internal import ByteSources
public import MediaTypes

/// What an upload of an item needs; its bytes are read as they go, never held as a whole.
public struct ShareUpload: Sendable {
  /// A file name that every usual file system takes, with the extension of the content.
  public let fileName: String
  /// How many bytes there are.
  public let byteCount: UInt64
  /// The MIME type of the content.
  public let mime: String

  let source: any ByteSource

  /// Reads bytes at an offset.
  ///
  /// It blocks while it reads.
  ///
  /// - Parameters:
  ///   - count: How many bytes at most; they are held at once.
  ///   - offset: Where they begin.
  /// - Returns: The bytes; fewer than asked only at the end.
  /// - Throws: `ThumbnailError` with the code `unreadable`, also where the file became shorter since
  ///   it was opened.
  public func bytes(_ count: Int, at offset: UInt64) throws(ThumbnailError) -> [UInt8] {
    let bytes = try source.bytes(count, at: offset)
    let expected = offset < byteCount ? min(UInt64(max(0, count)), byteCount - offset) : 0
    guard UInt64(bytes.count) == expected else {
      let end = offset + UInt64(bytes.count)
      throw ThumbnailError(.unreadable, "the file ends at byte \(end) of \(byteCount)")
    }
    return bytes
  }

  /// The bytes in order, a piece at a time.
  ///
  /// - Parameters:
  ///   - pieceByteCount: How many bytes are read and held at once, at least 1.
  ///   - progress: Is told after each piece how many bytes were handed over so far.
  /// - Returns: A sequence of pieces that may be iterated any number of times.
  public func pieces(
    of pieceByteCount: Int = 256 << 10,
    progress: (@Sendable (_ done: UInt64, _ total: UInt64) -> Void)? = nil
  ) -> Pieces {
    Pieces(upload: self, pieceByteCount: max(1, pieceByteCount), progress: progress)
  }

  /// The bytes of an upload in order, a piece at a time.
  public struct Pieces: AsyncSequence, Sendable {
    /// One piece.
    public typealias Element = [UInt8]
    /// Why reading ends early.
    public typealias Failure = ThumbnailError

    fileprivate let upload: ShareUpload
    fileprivate let pieceByteCount: Int
    fileprivate let progress: (@Sendable (UInt64, UInt64) -> Void)?

    /// Begins at the first byte.
    ///
    /// - Returns: What walks over the pieces.
    public func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

    /// Walks over the pieces.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let pieces: Pieces
      private var offset: UInt64 = 0

      fileprivate init(pieces: Pieces) { self.pieces = pieces }

      /// Reads the next piece, on a thread that may wait for a disk.
      ///
      /// - Parameter actor: Where the caller runs.
      /// - Returns: The bytes; `nil` at the end.
      /// - Throws: `ThumbnailError` with the code `unreadable`, or `cancelled` where the task is.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(ThumbnailError) -> [UInt8]? {
        guard offset < pieces.upload.byteCount else { return nil }
        guard !Task.isCancelled else {
          throw ThumbnailError(.cancelled, "the upload's task was cancelled")
        }
        let piece = try await pieces.read(at: offset)
        offset += UInt64(piece.count)
        pieces.progress?(offset, pieces.upload.byteCount)
        return piece
      }

      /// Reads the next piece.
      ///
      /// - Returns: The bytes; `nil` at the end.
      /// - Throws: `ThumbnailError` with the code `unreadable`, or `cancelled` where the task is.
      public mutating func next() async throws(ThumbnailError) -> [UInt8]? {
        try await next(isolation: nil)
      }
    }

    fileprivate func read(at offset: UInt64) async throws(ThumbnailError) -> [UInt8] {
      try await withTaskExecutorPreference(ShareThreads.shared) {
        () async throws(ThumbnailError) in try await readHere(at: offset)
      }
    }

    @concurrent
    private func readHere(at offset: UInt64) async throws(ThumbnailError) -> [UInt8] {
      try upload.bytes(pieceByteCount, at: offset)
    }
  }
}

/// Threads on which files are opened, sniffed and read.
enum ShareThreads {
  /// More than one, so that a disk or a pipe that does not answer holds up no other item.
  static let shared = BlockingExecutor(threadCount: 4)
}
