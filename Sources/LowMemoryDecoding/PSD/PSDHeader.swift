import ByteSources
import MediaTypes

/// What a Photoshop document says before the pixels of its composite.
///
/// Source: Adobe Photoshop File Formats Specification, "File Header Section" to "Image Data
/// Section".
struct PSDHeader: Sendable {
  /// What the channels mean.
  enum Mode: UInt16, Sendable {
    case bitmap = 0
    case grey = 1
    case indexed = 2
    case rgb = 3
    case cmyk = 4
    case duotone = 8
    case lab = 9

    /// Channels of colour.
    var channelCount: Int {
      switch self {
      case .bitmap, .grey, .indexed, .duotone: 1
      case .rgb, .lab: 3
      case .cmyk: 4
      }
    }
  }

  /// How rows are written.
  enum Packing: UInt16, Sendable {
    case none = 0
    case runs = 1
  }

  /// Width and height, in pixels.
  let size: PixelSize
  let mode: Mode
  /// Bits a sample: 1, 8, 16 or 32.
  let bitDepth: Int
  /// Whether the channel behind those of colour is the composite's opacity.
  let hasAlpha: Bool
  /// All channels of the document.
  let storedChannelCount: Int
  /// Whether it is of the kind for large documents, whose lengths are longer.
  let isLarge: Bool
  /// 256 reds, 256 greens, 256 blues.
  let palette: [UInt8]
  /// The bytes of an ICC profile.
  let profile: Range<UInt64>?
  let packing: Packing
  /// Where what follows the packing begins.
  let dataOffset: UInt64

  /// Channels that are shown.
  var channelCount: Int { mode.channelCount + (hasAlpha ? 1 : 0) }
  /// Bytes of a row of one channel.
  var rowByteCount: Int { (size.width * bitDepth + 7) / 8 }

  /// The longest side that the format allows, of large documents.
  private static let longestSide = 300_000
  private static let mostChannels = 56

  /// Reads the sections before the pixels, as far as they matter.
  ///
  /// - Throws: `corrupt` where it is no such document, `unsupported` for ways of colour or packing
  ///   that are not read here, and what the source throws.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    let head = try source.bytes(26, at: 0)
    guard head.count == 26, head.starts(with: Array("8BPS".utf8)) else {
      throw ThumbnailError(.corrupt, "does not begin as a Photoshop document")
    }
    isLarge = head[5] == 2
    size = PixelSize(
      width: Int(head.bigEndianUInt32(at: 18)), height: Int(head.bigEndianUInt32(at: 14)))
    storedChannelCount = Int(head[12]) << 8 | Int(head[13])
    bitDepth = Int(head[22]) << 8 | Int(head[23])
    guard (1...Self.longestSide).contains(size.width), (1...Self.longestSide).contains(size.height),
      (1...Self.mostChannels).contains(storedChannelCount), [1, 8, 16, 32].contains(bitDepth)
    else { throw ThumbnailError(.corrupt, "its header claims what no such document has") }
    guard let mode = Mode(rawValue: UInt16(head[24]) << 8 | UInt16(head[25])),
      storedChannelCount >= mode.channelCount, bitDepth != 1 || mode == .bitmap,
      bitDepth == 8 || mode != .indexed
    else { throw ThumbnailError(.unsupported, "has colours of a kind that is not read here") }
    self.mode = mode
    var sections = PSDSections(source, at: 26)
    let colours = try sections.next(lengthBytes: 4)
    palette =
      mode == .indexed && colours.count >= 768
      ? try source.bytes(768, at: colours.lowerBound) : []
    guard mode != .indexed || palette.count == 768 else {
      throw ThumbnailError(.corrupt, "has no palette, which its pixels need")
    }
    profile = try PSDSections.profile(in: sections.next(lengthBytes: 4), of: source)
    let layers = try sections.next(lengthBytes: isLarge ? 8 : 4)
    let mayHaveAlpha = storedChannelCount > mode.channelCount && (mode == .rgb || mode == .grey)
    let isOpacity = try PSDSections.saysThatAlphaIsOpacity(layers, of: source, isLarge: isLarge)
    hasAlpha = mayHaveAlpha && isOpacity
    let packing = try source.bytes(2, at: layers.upperBound)
    guard packing.count == 2 else {
      throw ThumbnailError(.corrupt, "ends before the pixels of its composite")
    }
    guard let known = Packing(rawValue: UInt16(packing[0]) << 8 | UInt16(packing[1])) else {
      throw ThumbnailError(.unsupported, "its composite is packed in a way that is not read here")
    }
    self.packing = known
    dataOffset = layers.upperBound + 2
  }
}

/// Walks the sections of a document, each of which begins with its length.
struct PSDSections {
  private let source: any ByteSource
  private var position: UInt64

  init(_ source: any ByteSource, at position: UInt64) {
    self.source = source
    self.position = position
  }

  /// Where the content of the next section is.
  mutating func next(lengthBytes: Int) throws(ThumbnailError) -> Range<UInt64> {
    let bytes = try source.bytes(lengthBytes, at: position)
    guard bytes.count == lengthBytes else {
      throw ThumbnailError(.corrupt, "ends before the pixels of its composite")
    }
    let length = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let start = position + UInt64(lengthBytes)
    guard length <= source.byteCount, start <= source.byteCount else {
      throw ThumbnailError(.corrupt, "a section is longer than the file")
    }
    position = start + length
    return start..<position
  }

  private static let mostResources = 1000

  /// Looks for an ICC profile among the resources.
  static func profile(
    in resources: Range<UInt64>, of source: any ByteSource
  ) throws(ThumbnailError) -> Range<UInt64>? {
    var place = resources.lowerBound
    for _ in 0..<mostResources {
      let head = try source.bytes(7, at: place)
      guard head.count == 7, place + 12 <= resources.upperBound,
        head.starts(with: Array("8BIM".utf8))
      else { return nil }
      // The name is padded to an even length, its own included.
      let lengthPlace = place + 6 + (UInt64(head[6]) + 2) & ~1
      let length = try source.bytes(4, at: lengthPlace)
      guard length.count == 4 else { return nil }
      let byteCount = UInt64(length.bigEndianUInt32(at: 0))
      if head[4] == 0x04, head[5] == 0x0F {
        return (lengthPlace + 4)..<(lengthPlace + 4 + byteCount)
      }
      place = lengthPlace + 4 + (byteCount + 1) & ~1
    }
    return nil
  }

  /// Whether the first channel behind the colours is the composite's opacity: where the number of
  /// layers is negative, and where nothing is said of layers.
  static func saysThatAlphaIsOpacity(
    _ section: Range<UInt64>, of source: any ByteSource, isLarge: Bool
  ) throws(ThumbnailError) -> Bool {
    let skipped: UInt64 = isLarge ? 8 : 4
    guard UInt64(section.count) >= skipped + 2 else { return true }
    let length = try source.bytes(Int(skipped), at: section.lowerBound)
    guard length.contains(where: { $0 != 0 }) else { return true }
    let count = try source.bytes(2, at: section.lowerBound + skipped)
    return count.count == 2 && count[0] & 0x80 != 0
  }
}
