package import MediaTypes

extension FileSource {
  private static let pieceByteCount = 64 << 10

  /// Whether another file holds the same bytes; both are read as far as they are the same.
  ///
  /// It holds two pieces of 64 KB.
  ///
  /// - Parameter other: The other file.
  /// - Returns: Whether all bytes are the same.
  /// - Throws: `unreadable` where one cannot be read.
  package func hasSameContent(as other: FileSource) throws(ThumbnailError) -> Bool {
    guard byteCount == other.byteCount else { return false }
    var (own, others) = (
      [UInt8](repeating: 0, count: FileSource.pieceByteCount),
      [UInt8](repeating: 0, count: FileSource.pieceByteCount)
    )
    var offset: UInt64 = 0
    while offset < byteCount {
      let count = try piece(into: &own, at: offset)
      guard try other.piece(into: &others, at: offset) == count, count > 0,
        own[..<count] == others[..<count]
      else { return false }
      offset += UInt64(count)
    }
    return true
  }

  private func piece(
    into buffer: inout [UInt8], at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    var failure: ThumbnailError?
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      do throws(ThumbnailError) {
        return unsafe try read(into: bytes, at: offset)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return count
  }
}
