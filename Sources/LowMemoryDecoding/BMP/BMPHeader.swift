import ByteSources
import MediaTypes

/// What stands before the pixels of a Windows or OS/2 bitmap.
///
/// Source: Microsoft, BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV4HEADER and
/// BITMAPV5HEADER; IBM, OS/2 2.0 Presentation Manager, BITMAPINFOHEADER2.
struct BMPHeader: Sendable, Hashable {
  /// How pixels are written.
  enum Coding: Sendable, Hashable {
    /// Indices into the palette, of this many bits.
    case indices(bits: Int)
    /// Blue, green and red, a byte each.
    case triples
    /// Words of this many bytes, with a mask a channel.
    case masked(byteCount: Int, BMPMasks)
    /// Runs of indices of 4 or 8 bits, or of blue, green and red.
    case runs(BMPRunReader.Unit)
  }

  let size: PixelSize
  /// Whether the first row is the top one; mostly the last one is.
  let isTopDown: Bool
  let coding: Coding
  /// Colours by index, red, green and blue in the lowest bytes.
  let palette: [UInt32]
  /// Where the pixels begin, in bytes from the start of the file.
  let pixelOffset: UInt64
  /// Where the embedded profile lies, in bytes from the start of the file.
  let profile: Range<UInt64>?

  /// Bytes of a row as stored; `nil` for runs, whose rows have no fixed length.
  var rowByteCount: Int? {
    let bits: Int
    switch coding {
    case .indices(let indexBits): bits = indexBits
    case .triples: bits = 24
    case .masked(let byteCount, _): bits = 8 * byteCount
    case .runs: return nil
    }
    // Rows are padded to whole words of four bytes. Widths are below 2^31, so nothing overflows.
    return (size.width * bits + 31) / 32 * 4
  }

  /// Reads the header.
  ///
  /// - Parameter source: A file that begins with `BM`, or with the header behind it.
  /// - Throws: `corrupt` where a number cannot be, `unsupported` for codings that are not read
  ///   here, and what the source throws.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    let bytes = LittleEndianBytes(try source.bytes(14 + 4096 + 1024 + 16, at: 0))
    let start = bytes.u16(0) == 0x4D42 ? 14 : 0
    let info = BMPInfo(bytes, at: start)
    guard info.length >= 12, info.width > 0, info.height != 0 else {
      throw ThumbnailError(.corrupt, "its header claims \(info.width)×\(info.height) pixels")
    }
    size = PixelSize(width: info.width, height: Int(info.height.magnitude))
    isTopDown = info.height < 0
    coding = try info.coding()
    let table = info.palette(endingAt: start == 14 ? Int(bytes.u32(10)) : nil)
    palette = table.colours
    let stated = start == 14 ? UInt64(bytes.u32(10)) : 0
    // Some writers leave out the palette when they say where the pixels begin.
    let isUsable = stated >= UInt64(table.least) && stated < source.byteCount
    pixelOffset = isUsable ? stated : UInt64(table.end)
    profile = info.profile.flatMap { $0.upperBound <= source.byteCount ? $0 : nil }
  }
}

/// The numbers of the header behind the file header, each zero where the header is too short.
struct BMPInfo {
  private let bytes: LittleEndianBytes
  private let start: Int
  /// Bytes of the header.
  let length: Int
  /// Pixels a row; zero or less cannot be.
  let width: Int
  /// Rows; negative where the first one is the top one.
  let height: Int
  private let bitCount: Int
  private let compression: UInt32

  init(_ bytes: LittleEndianBytes, at start: Int) {
    self.bytes = bytes
    self.start = start
    length = Int(min(bytes.u32(start), 4096))
    if length == 12 {
      width = Int(bytes.u16(start + 4))
      height = Int(bytes.u16(start + 6))
      bitCount = Int(bytes.u16(start + 10))
      compression = 0
    } else {
      width = Int(Int32(bitPattern: bytes.u32(start + 4)))
      height = Int(Int32(bitPattern: bytes.u32(start + 8)))
      bitCount = Int(bytes.u16(start + 14))
      compression = length >= 20 ? bytes.u32(start + 16) : 0
    }
  }

  /// Where the masks stand, which may be behind the header.
  private var hasMasksBehind: Bool { length < 52 && (compression == 3 || compression == 6) }

  func coding() throws(ThumbnailError) -> BMPHeader.Coding {
    switch (compression, bitCount) {
    case (0, 1), (0, 2), (0, 4), (0, 8): return .indices(bits: bitCount)
    case (0, 24): return .triples
    case (0, 16): return .masked(byteCount: 2, .fiveBits)
    // The fourth byte means nothing here, whatever stands in it.
    case (0, 32): return .masked(byteCount: 4, .eightBits)
    case (1, 8): return .runs(.byte)
    case (2, 4): return .runs(.nibble)
    case (4, 24): return .runs(.triple)
    case (3, 16), (3, 32), (6, 16), (6, 32):
      return .masked(byteCount: bitCount / 8, masks)
    default:
      throw ThumbnailError(
        .unsupported, "its pixels of \(bitCount) bits have the unknown coding \(compression)")
    }
  }

  private var masks: BMPMasks {
    let hasAlpha = length >= 56 || compression == 6
    return BMPMasks(
      red: bytes.u32(start + 40), green: bytes.u32(start + 44), blue: bytes.u32(start + 48),
      alpha: hasAlpha ? bytes.u32(start + 52) : 0)
  }

  /// Reads the palette.
  ///
  /// - Parameter pixels: Where the pixels are said to begin, which may cut the palette.
  /// - Returns: The colours, where the pixels begin at least, and where if nothing else says so.
  func palette(endingAt pixels: Int?) -> (colours: [UInt32], least: Int, end: Int) {
    var first = start + length
    if hasMasksBehind { first += compression == 6 ? 16 : 12 }
    let stated = length >= 36 ? Int(bytes.u32(start + 32)) : 0
    let most = bitCount <= 8 ? 1 << bitCount : 0
    let entryBytes = length == 12 ? 3 : 4
    let count = stated > 0 && (stated < most || most == 0) ? min(stated, 256) : most
    var readable = bitCount <= 8 ? count : 0
    if let pixels, pixels > first { readable = min(readable, (pixels - first) / entryBytes) }
    let colours = (0..<readable).map { index in
      let place = first + index * entryBytes
      return UInt32(bytes.u8(place + 2)) | UInt32(bytes.u8(place + 1)) << 8
        | UInt32(bytes.u8(place)) << 16
    }
    return (colours, first + (most > 0 ? entryBytes : 0), first + count * entryBytes)
  }

  /// The place of an embedded profile; only the fifth version has one.
  var profile: Range<UInt64>? {
    guard length >= 124, bytes.u32(start + 56) == 0x4D42_4544 else { return nil }
    let first = UInt64(start) + UInt64(bytes.u32(start + 112))
    return first..<(first + UInt64(bytes.u32(start + 116)))
  }
}

/// Bytes of which numbers are read, lowest byte first; those behind the end are zero.
struct LittleEndianBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func u8(_ place: Int) -> UInt8 { place >= 0 && place < bytes.count ? bytes[place] : 0 }
  func u16(_ place: Int) -> UInt16 { UInt16(u8(place)) | UInt16(u8(place + 1)) << 8 }
  func u32(_ place: Int) -> UInt32 { UInt32(u16(place)) | UInt32(u16(place + 2)) << 16 }
}
