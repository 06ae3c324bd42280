package import MediaTypes

/// Bytes that are in memory already.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]

  /// How many bytes there are.
  package var byteCount: UInt64 { UInt64(bytes.count) }

  /// Creates a source over bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    guard offset < byteCount else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, bytes.count - start)
    unsafe bytes.withUnsafeBytes { all in
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<(start + count)]))
    }
    return count
  }
}
