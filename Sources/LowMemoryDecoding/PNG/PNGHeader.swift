import MediaTypes

/// What the first chunk of a PNG says: how many pixels there are, and how they lie in a row.
///
/// Source: W3C PNG Specification (third edition) § 11.2.1.
struct PNGHeader: Sendable, Hashable {
  /// What the channels of a pixel are; the numbers are the file's.
  enum ColourType: UInt8, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyWithAlpha = 4
    case rgbWithAlpha = 6

    /// Channels as they are stored; a palette's index is one.
    var channelCount: Int {
      switch self {
      case .grey, .palette: 1
      case .greyWithAlpha: 2
      case .rgb: 3
      case .rgbWithAlpha: 4
      }
    }

    /// Whether a channel may take this many bits.
    func allows(bitDepth: Int) -> Bool {
      switch self {
      case .grey: [1, 2, 4, 8, 16].contains(bitDepth)
      case .palette: [1, 2, 4, 8].contains(bitDepth)
      case .rgb, .greyWithAlpha, .rgbWithAlpha: [8, 16].contains(bitDepth)
      }
    }
  }

  static let byteCount = 13

  /// Width and height, in pixels.
  let size: PixelSize
  /// Bits a channel: 1, 2, 4, 8 or 16.
  let bitDepth: Int
  /// What the channels are.
  let colourType: ColourType
  /// Whether the pixels come in the seven passes of Adam7.
  let isInterlaced: Bool

  /// Reads the payload of the chunk `IHDR`, `byteCount` bytes.
  ///
  /// - Throws: `corrupt` for what the standard does not allow.
  init(_ bytes: [UInt8]) throws(ThumbnailError) {
    precondition(bytes.count == Self.byteCount, "a header has \(Self.byteCount) bytes")
    let width = Int(bytes.bigEndianUInt32(at: 0))
    let height = Int(bytes.bigEndianUInt32(at: 4))
    size = PixelSize(width: width, height: height)
    guard size.isValid, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw ThumbnailError(.corrupt, "its header claims \(size) pixels")
    }
    bitDepth = Int(bytes[8])
    guard let colourType = ColourType(rawValue: bytes[9]), colourType.allows(bitDepth: bitDepth)
    else {
      throw ThumbnailError(
        .corrupt, "its header claims colour type \(bytes[9]) with \(bitDepth) bits")
    }
    self.colourType = colourType
    guard bytes[10] == 0, bytes[11] == 0, bytes[12] <= 1 else {
      throw ThumbnailError(
        .corrupt,
        "its header claims compression \(bytes[10]), filters \(bytes[11]), interlace \(bytes[12])")
    }
    isInterlaced = bytes[12] == 1
  }

  /// Bits a pixel, 1 to 64.
  var bitsPerPixel: Int { colourType.channelCount * bitDepth }

  /// Bytes from a sample to the one that filters compare it with, 1 to 8.
  var filterDistance: Int { max(1, bitsPerPixel / 8) }

  /// Bytes of a row of so many pixels, without the byte that names its filter.
  func rowByteCount(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }
}

extension [UInt8] {
  /// A 32-bit number, highest byte first; the caller has checked that it is there.
  func bigEndianUInt32(at offset: Int) -> UInt32 {
    self[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A 16-bit number, highest byte first; the caller has checked that it is there.
  func bigEndianUInt16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }
}
