// Rooms: CSystem MediaTypes SystemCalls ThumbnailCache
// Sanitizers: address

import ThumbnailCache

/// What other programs wrote into thumbnails of the desktop's cache.
enum CacheText: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    guard fixture.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
    return PNGText.adding(
      [("Thumb::URI", "file:///a"), ("Thumb::MTime", "12.5"), ("Thumb::Size", "7")], to: fixture)
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let values = PNGText.values(in: bytes)
    let length = values.values.reduce(0) { $0 + $1.count }
    precondition(length <= bytes.count, "text that the file does not have")
    return values.isEmpty ? .refused : .made
  }
}
