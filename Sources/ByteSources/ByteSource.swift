package import MediaTypes

/// Bytes that can be read at any offset, as often as wanted.
///
/// What cannot seek is first spooled (see `SpooledSource`), since both decoders' libraries rewind.
/// Reading is safe from any thread: a source has no position.
package protocol ByteSource: AnyObject, Sendable {
  /// How many bytes there are.
  var byteCount: UInt64 { get }

  /// Reads bytes at an offset, fewer than asked only at the end.
  ///
  /// - Parameters:
  ///   - buffer: Where the bytes go.
  ///   - offset: Where they begin, from the start of the source.
  /// - Returns: How many bytes were read; 0 at and after the end.
  /// - Throws: `ThumbnailError` with the code `unreadable`.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int
}

extension ByteSource {
  /// Reads up to `count` bytes at an offset into an array.
  ///
  /// - Parameters:
  ///   - count: How many bytes at most; the caller has bounded it.
  ///   - offset: Where they begin.
  /// - Returns: The bytes, fewer than asked only at the end.
  /// - Throws: `ThumbnailError` with the code `unreadable`.
  package func bytes(_ count: Int, at offset: UInt64) throws(ThumbnailError) -> [UInt8] {
    guard offset < byteCount, count > 0 else { return [] }
    let wanted = Int(min(UInt64(count), byteCount - offset))
    var failure: ThumbnailError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      do throws(ThumbnailError) {
        filled = unsafe try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
        filled = 0
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
