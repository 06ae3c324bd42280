import ByteSources
import MediaTypes

/// A box of a file whose payload has not been read.
struct FileBox {
  var type: FourCC
  /// The bytes after its header, from the start of the file, cut at the end of its parent.
  var payload: Range<UInt64>
  /// Whether it claims more bytes than its parent has.
  var isCut: Bool
}

/// Walks the boxes in a part of a file, reading only their headers.
///
/// Every step moves on by at least eight bytes, and the steps are counted, so that a walk over a
/// hostile file ends soon.
struct FileBoxes {
  /// More boxes on one level than any file has that is a picture: sequences have a pair of `moof`
  /// and `mdat` a second at most, and readers of those find the first picture long before.
  private static let limit = 4096

  private let source: any ByteSource
  private let end: UInt64
  private var offset: UInt64
  private var count = 0

  init(of source: any ByteSource, in range: Range<UInt64>) {
    self.source = source
    offset = range.lowerBound
    end = min(range.upperBound, source.byteCount)
  }

  /// The next box, or `nil` at the end.
  ///
  /// Source: ISO/IEC 14496-12:2022 § 4.2.2.
  mutating func next() throws(ThumbnailError) -> FileBox? {
    guard offset < end, end - offset >= 8 else { return nil }
    count += 1
    guard count <= Self.limit else {
      throw ThumbnailError(.corrupt, "there are more than \(Self.limit) boxes on one level")
    }
    let start = offset
    var header = ByteCursor(try source.bytes(16, at: start), of: FourCC("file"))
    var byteCount = try header.unsigned(byteCount: 4)
    let type = try header.fourCC()
    if byteCount == 1 {
      byteCount = try header.unsigned(byteCount: 8)
    } else if byteCount == 0 {
      byteCount = end - start
    }
    guard byteCount >= UInt64(header.offset) else {
      throw ThumbnailError(
        .corrupt, "the box \(type) at byte \(start) claims to have \(byteCount) bytes")
    }
    let isCut = byteCount > end - start
    let boxEnd = isCut ? end : start + byteCount
    offset = boxEnd
    return FileBox(
      type: type, payload: min(start + UInt64(header.offset), boxEnd)..<boxEnd, isCut: isCut)
  }
}
