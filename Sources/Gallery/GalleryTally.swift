import MediaTypes

/// What the files of a page have come to, by number.
struct GalleryTally: Sendable {
  /// Files with a thumbnail.
  private(set) var shownCount = 0
  /// Bytes of all thumbnails together.
  private(set) var thumbnailByteCount: UInt64 = 0
  /// Files without one, by the code of their error.
  private(set) var failures: [ThumbnailError.Code: Int] = [:]
  /// All files by kind; those that could not be read have none.
  private(set) var kinds: [MediaKind: Int] = [:]

  /// Files without a thumbnail.
  var failedCount: Int { failures.values.reduce(0, +) }

  /// All files.
  var count: Int { shownCount + failedCount }

  /// Counts a file.
  mutating func add(_ entry: GalleryEntry) {
    switch entry.outcome {
    case .shown(let thumbnail):
      shownCount += 1
      thumbnailByteCount &+= thumbnail.byteCount
    case .failed(let error): failures[error.code, default: 0] += 1
    }
    if let kind = entry.kind { kinds[kind, default: 0] += 1 }
  }
}
