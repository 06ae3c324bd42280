package import MediaTypes

/// A part of another source, such as a preview inside a photo.
package final class SubrangeSource: ByteSource {
  private let base: any ByteSource
  private let start: UInt64

  /// How many bytes the part has.
  package let byteCount: UInt64

  /// Creates a source over the bytes of `base` from `offset` on, cut at the end of `base`.
  package init(of base: any ByteSource, offset: UInt64, byteCount: UInt64) {
    self.base = base
    start = min(offset, base.byteCount)
    self.byteCount = min(byteCount, base.byteCount - start)
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    guard offset < byteCount else { return 0 }
    let count = Int(min(UInt64(buffer.count), byteCount - offset))
    return unsafe try base.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[0..<count]), at: start + offset)
  }
}
