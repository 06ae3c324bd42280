// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address
// Shares: PictureRoom

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// TIFF that is unpacked piece by piece and averaged row by row.
enum TIFF: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    let marks: [[UInt8]] = [[0x49, 0x49, 0x2A], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B]]
    return marks.contains { fixture.starts(with: $0) } ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    if let strip = try? TIFFJPEGStrip(source: MemorySource(bytes)) {
      _ = try? ScaledJPEG(source: strip.jpeg)
      _ = try? strip.iccProfile()
    }
    guard let picture = try? ReducedTIFF(source: MemorySource(bytes)) else { return .refused }
    guard PictureRoom.isSmall(picture.size, pixelLimit) else { return .tooLarge }
    _ = try? picture.iccProfile()
    let size = PictureRoom.reduced(picture.size)
    let byteCount = size.width * size.height * picture.channelCount * picture.sampleByteCount
    return unsafe PictureRoom.verdict(byteCount: byteCount, of: picture.size) {
      room throws(ThumbnailError) in
      _ = unsafe try picture.decode(
        to: size, into: room, maximumByteCount: PictureRoom.workingLimit)
    }
  }
}
