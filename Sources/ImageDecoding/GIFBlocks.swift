internal import ByteSources
internal import MediaTypes

/// The blocks of a GIF, up to the end of its first picture.
///
/// Source: GIF89a specification § 15 (data sub-blocks), § 18 to § 27.
struct GIFBlocks {
  /// Bytes that are read at a time.
  private static let windowByteCount = 64 << 10

  private let source: any ByteSource
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0
  private var place: UInt64 = 13

  private init(_ source: any ByteSource) { self.source = source }

  /// Whether a file ends before its first picture does; `false` where it is no GIF.
  static func areCutOff(in source: any ByteSource) throws(ThumbnailError) -> Bool {
    var blocks = GIFBlocks(source)
    return try !blocks.reachesEndOfPicture()
  }

  private mutating func reachesEndOfPicture() throws(ThumbnailError) -> Bool {
    guard let flags = try byte(at: 10) else { return false }
    skipTable(flags)
    while let mark = try byte(at: place) {
      switch mark {
      case 0x21:
        place += 2
        guard try skipData() else { return false }
      case 0x2C:
        guard let flags = try byte(at: place + 9) else { return false }
        place += 10
        skipTable(flags)
        // The size of the first codes.
        place += 1
        return try skipData()
      default:
        // The end without a picture, or what decoders have to judge.
        return true
      }
    }
    return false
  }

  /// Passes a table of colours, where flags say that there is one.
  private mutating func skipTable(_ flags: UInt8) {
    if flags & 0x80 != 0 { place += 6 << UInt64(flags & 7) }
  }

  /// Passes sub-blocks with the empty one that ends them; gives whether that is there.
  private mutating func skipData() throws(ThumbnailError) -> Bool {
    while let count = try byte(at: place) {
      place += 1 + UInt64(count)
      if count == 0 { return true }
    }
    return false
  }

  private mutating func byte(at offset: UInt64) throws(ThumbnailError) -> UInt8? {
    if offset < windowStart || offset - windowStart >= UInt64(window.count) {
      guard offset < source.byteCount else { return nil }
      window = try source.bytes(GIFBlocks.windowByteCount, at: offset)
      windowStart = offset
    }
    let index = Int(offset - windowStart)
    return index < window.count ? window[index] : nil
  }
}
