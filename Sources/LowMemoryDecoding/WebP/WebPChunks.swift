import ByteSources
import MediaTypes

/// Where the parts of a lossless WebP are.
///
/// Source: RFC 9649 § 2.3 to § 2.7.
struct WebPChunks: Sendable {
  /// The bytes of the picture.
  let picture: Range<UInt64>
  /// Width and height, in pixels.
  let size: PixelSize
  let hasAlpha: Bool
  /// The bytes of an ICC profile.
  let profile: Range<UInt64>?

  /// Chunks before the picture that are passed over.
  private static let maximumChunkCount = 64

  /// Looks for the picture.
  ///
  /// - Throws: `corrupt` where there is none, `unsupported` where it is lossy or one of an
  ///   animation, and what the source throws.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    let start = try source.bytes(12, at: 0)
    guard start.count == 12, Array(start[..<4]) == Self.riff, Array(start[8...]) == Self.webp else {
      throw ThumbnailError(.corrupt, "does not begin as a WebP")
    }
    var offset: UInt64 = 12
    var (hasAlpha, profile): (Bool, Range<UInt64>?) = (false, nil)
    for _ in 0..<Self.maximumChunkCount {
      let header = try source.bytes(13, at: offset)
      guard header.count == 13 else { break }
      let length = UInt64(header.littleEndianUInt32(at: 4))
      let range = (offset + 8)..<(offset + 8 + length)
      switch Array(header[..<4]) {
      case Self.lossless:
        let fields = try source.bytes(4, at: range.lowerBound + 1)
        guard length > 5, fields.count == 4 else { break }
        let bits = fields.littleEndianUInt32(at: 0)
        picture = range
        size = PixelSize(
          width: Int(bits & 0x3FFF) + 1, height: Int(bits >> 14 & 0x3FFF) + 1)
        self.hasAlpha = hasAlpha || bits >> 28 & 1 == 1
        self.profile = profile
        return
      case Self.extended:
        hasAlpha = header[8] & 0x10 != 0
        guard header[8] & 0x02 == 0 else {
          throw ThumbnailError(.unsupported, "is an animation, of which frames are drawn elsewhere")
        }
      case Self.colourProfile: profile = range
      case Self.lossy:
        throw ThumbnailError(.unsupported, "is lossy, which another decoder reads")
      default: break
      }
      offset = range.upperBound + (length & 1)
    }
    throw ThumbnailError(.corrupt, "has no picture data")
  }

  private static let riff = Array("RIFF".utf8)
  private static let webp = Array("WEBP".utf8)
  private static let lossless = Array("VP8L".utf8)
  private static let lossy = Array("VP8 ".utf8)
  private static let extended = Array("VP8X".utf8)
  private static let colourProfile = Array("ICCP".utf8)
}

extension [UInt8] {
  fileprivate func littleEndianUInt32(at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[index + $1]) << (8 * $1) }
  }
}
