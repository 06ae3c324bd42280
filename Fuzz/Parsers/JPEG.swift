// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address
// Shares: PictureRoom

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// JPEG of which the lowest coefficients are kept, baseline and progressive, at every scale.
enum JPEG: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    fixture.starts(with: [0xFF, 0xD8]) ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    let source = MemorySource(bytes)
    _ = try? JPEGColourProfile.bytes(in: source, byteLimit: 4 << 20)
    guard let picture = try? ScaledJPEG(source: source) else { return .refused }
    guard PictureRoom.isSmall(picture.size, pixelLimit) else { return .tooLarge }
    var last = Verdict.refused
    for (denominator, box, chroma) in [
      (2, 1, 1), (2, 3, 1), (4, 1, 2), (4, 3, 1), (8, 1, 2), (8, 3, 1),
    ] {
      guard
        let geometry = picture.geometry(
          denominator: denominator, boxReduction: box, chromaReduction: chroma),
        geometry.outputByteCount <= PictureRoom.workingLimit
      else { continue }
      last = unsafe PictureRoom.verdict(byteCount: geometry.outputByteCount, of: picture.size) {
        room throws(ThumbnailError) in
        _ = unsafe try picture.decode(
          geometry, into: room, maximumByteCount: PictureRoom.workingLimit)
      }
    }
    return last
  }
}
