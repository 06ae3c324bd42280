package import ByteSources
package import MediaTypes

/// Where in a file the bytes of an item are, as far as the file has them.
package struct ItemLocation: Hashable, Sendable {
  /// Stretches of the file that are joined in this order; none goes beyond its end.
  package private(set) var stretches: [Range<UInt64>]
  /// How many bytes they have together.
  package private(set) var byteCount: UInt64
  /// Whether the item has more bytes than the file.
  package private(set) var isTruncated: Bool

  /// Cuts stretches, which count from the start of `whole`, at the end of `whole`.
  ///
  /// `nil` where they have more bytes than can be counted. A stretch that ends at `UInt64.max` goes
  /// on to the end, wherever that is.
  init?(_ stretches: some Sequence<Range<UInt64>>, of whole: Range<UInt64>) {
    let length = whole.upperBound - whole.lowerBound
    self.stretches = []
    byteCount = 0
    isTruncated = false
    for stretch in stretches {
      let part = stretch.clamped(to: 0..<length)
      let (sum, overflows) = byteCount.addingReportingOverflow(part.upperBound - part.lowerBound)
      guard !overflows else { return nil }
      byteCount = sum
      if part != stretch && stretch.upperBound != .max { isTruncated = true }
      guard !part.isEmpty else { continue }
      self.stretches.append(
        (whole.lowerBound + part.lowerBound)..<(whole.lowerBound + part.upperBound))
    }
  }

  /// Reads all bytes into memory.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - byteLimit: The most bytes that are taken.
  /// - Returns: The bytes.
  /// - Throws: `overLimit` where there are more; `unreadable`.
  package func bytes(
    of source: any ByteSource, byteLimit: Int
  ) throws(ThumbnailError) -> [UInt8] {
    guard byteCount <= UInt64(max(0, byteLimit)) else {
      throw ThumbnailError(
        .overLimit, "an item has \(byteCount) bytes, at most \(byteLimit) are taken")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(byteCount))
    for stretch in stretches {
      bytes += try source.bytes(stretch.count, at: stretch.lowerBound)
    }
    return bytes
  }
}
