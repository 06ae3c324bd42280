package import MediaTypes
internal import SystemCalls

/// A file without a name, into which a stream goes that decoders must be able to rewind.
///
/// Its bytes lie on a disk, not in memory, and are gone when its last owner is.
package struct SpoolFile: ~Copyable, Sendable {
  private let descriptor: FileDescriptor
  private let limit: UInt64

  /// How many bytes it has.
  package private(set) var byteCount: UInt64 = 0

  /// Makes an empty file.
  ///
  /// - Parameter limit: How many bytes it may have.
  /// - Throws: `ThumbnailError` with the code `unreadable` where no file can be made.
  package init(limit: UInt64) throws(ThumbnailError) {
    self.limit = limit
    do throws(SystemError) {
      descriptor = try Syscalls.createWithoutName()
    } catch {
      throw ThumbnailError(
        .unreadable, "a stream needs room in a temporary file, and none can be made: \(error)")
    }
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `overLimit` where they are too many, `unreadable` where they cannot be kept.
  package mutating func append(_ bytes: [UInt8]) throws(ThumbnailError) {
    let (sum, overflows) = byteCount.addingReportingOverflow(UInt64(bytes.count))
    guard !overflows, sum <= limit else {
      throw ThumbnailError(.overLimit, "the stream has more than the \(limit) bytes allowed")
    }
    do throws(SystemError) {
      try Syscalls.write(bytes, to: descriptor.number)
    } catch {
      throw ThumbnailError(.unreadable, "the stream cannot be kept in a temporary file: \(error)")
    }
    byteCount = sum
  }

  /// Ends the writing.
  ///
  /// - Returns: The bytes that were added.
  /// - Throws: `ThumbnailError` with the code `unreadable`.
  package consuming func finish() throws(ThumbnailError) -> FileSource {
    try FileSource(takingOwnershipOf: descriptor)
  }
}
