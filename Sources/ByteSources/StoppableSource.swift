package import MediaTypes
internal import Synchronization

/// A source that can be stopped: from then on every read fails, and with it the decoder that reads.
///
/// Decoders read as they go, a few kilobytes at a time, so that a stop reaches most of them within
/// milliseconds. Between two reads nothing stops them.
package final class StoppableSource: ByteSource {
  private let base: any ByteSource
  private let isStopped = Atomic(false)

  /// How many bytes there are.
  package var byteCount: UInt64 { base.byteCount }

  /// Creates a source over another one.
  package init(_ base: any ByteSource) { self.base = base }

  /// Lets every read fail from now on.
  package func stop() { isStopped.store(true, ordering: .releasing) }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    guard !isStopped.load(ordering: .acquiring) else { throw StoppableSource.stopped }
    return unsafe try base.read(into: buffer, at: offset)
  }

  private static let stopped = ThumbnailError(
    .cancelled, "the task was cancelled while it decoded")

  /// Does blocking work on a source that stops when the task is cancelled.
  ///
  /// - Parameters:
  ///   - base: Where the bytes are.
  ///   - work: Reads from the source that it is given.
  /// - Returns: What `work` returns.
  /// - Throws: `ThumbnailError` with the code `cancelled` where the task is, else what `work` throws.
  package static func reading<Result: Sendable>(
    _ base: any ByteSource,
    _ work: (_ source: StoppableSource) throws(ThumbnailError) -> Result
  ) async throws(ThumbnailError) -> Result {
    let source = StoppableSource(base)
    let result = await withTaskCancellationHandler {
      () -> Swift.Result<Result, ThumbnailError> in
      do throws(ThumbnailError) { return .success(try work(source)) } catch {
        return .failure(Task.isCancelled ? stopped : error)
      }
    } onCancel: {
      source.stop()
    }
    return try result.get()
  }
}
