// Rooms: CSystem CVips CVipsShims CLCMS MediaTypes SystemCalls ByteSources MemoryBudget Pixels
// Rooms: ColourRendering ColourProfiles Vips ImageFinishing
// Packages: vips gobject-2.0 lcms2

import ImageFinishing

/// EXIF data that a thumbnail shall keep.
enum EXIF: ParserUnderTest {
  /// From the order mark on, or from the name before it.
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    let marks: [[UInt8]] = [
      [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], Array("Exif\0\0".utf8),
    ]
    let start = fixture.indices.first { start in
      marks.contains { fixture[start...].starts(with: $0) }
    }
    return start.map { Array(fixture[$0...].prefix(128 << 10)) }
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    guard let copy = EXIFCopy.bytes(of: bytes) else { return .refused }
    precondition(copy.count <= 1 << 20, "more than was there")
    // What is left may be the orientation alone, of which nothing is copied.
    precondition(EXIFCopy.bytes(of: copy).map { $0 == copy } ?? true, "a copy of a copy differs")
    return .made
  }
}
