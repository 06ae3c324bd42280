// Rooms: CSystem MediaTypes SystemCalls ByteSources CISAL Inflation LowMemoryDecoding
// Packages: libisal
// Sanitizers: address
// Shares: PictureRoom

import ByteSources
import LowMemoryDecoding
import MediaTypes

/// Photoshop documents whose composite is averaged channel by channel.
enum PSD: ParserUnderTest {
  static func seed(from fixture: [UInt8]) -> [UInt8]? {
    fixture.starts(with: Array("8BPS".utf8)) ? fixture : nil
  }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    guard let picture = try? ReducedPSD(source: MemorySource(bytes)) else { return .refused }
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
