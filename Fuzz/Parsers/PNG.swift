// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address
// Shares: PictureRoom

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// PNG that is averaged while rows or passes are inflated.
enum PNG: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    fixture.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    guard let picture = try? ReducedPNG(source: MemorySource(bytes)) else { return .refused }
    guard PictureRoom.isSmall(picture.size, pixelLimit) else { return .tooLarge }
    var last = Verdict.refused
    // As small as a thumbnail, and whole.
    for side in [64, Int.max / 2] {
      guard
        let geometry = picture.geometry(outputSize: PictureRoom.reduced(picture.size, to: side)),
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
