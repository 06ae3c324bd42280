package import ByteSources
import MediaTypes

/// Decodes the entry of a Windows icon or cursor that suits a wanted size.
///
/// An entry is a PNG, or a bitmap without its file header whose height counts a mask of one bit a
/// pixel that follows the colours.
/// Source: Microsoft, "Icons" (1995), ICONDIR and ICONIMAGE.
package enum IconDecoder {
  /// What the directory says about an entry.
  struct Entry: Hashable {
    var size: PixelSize
    var bitsPerPixel: Int
    var byteCount: Int
    var offset: UInt64
  }

  /// Entries that are looked at; icons have a dozen.
  private static let entryLimit = 256
  /// Bytes an entry may have: one of 1024×1024 pixels with alpha, and its mask.
  private static let entryByteLimit = 5 << 20

  /// Decodes the smallest entry that is at least as large as wanted, or the largest.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - wantedSide: The longer side that is wanted, in pixels.
  ///   - frameByteLimit: Bytes that the entry's samples may take.
  /// - Returns: The whole entry, of 8-bit samples with alpha.
  /// - Throws: `source`, `frameTooLarge`, `outOfMemory`, `refused` where no entry can be shown.
  package static func picture(
    from source: any ByteSource, wantedSide: Int, frameByteLimit: UInt64
  ) throws(FFmpegError) -> ScaledPicture {
    var failure = FFmpegError.noPicture("the icon has no picture")
    for entry in suitable(try entries(of: source), for: wantedSide) {
      do throws(FFmpegError) {
        return try picture(of: entry, in: source, frameByteLimit: frameByteLimit)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// The entries, those first that suit the wanted size best.
  static func suitable(_ entries: [Entry], for wantedSide: Int) -> [Entry] {
    entries.sorted { a, b in
      let (large, larger) = (a.size.longerSide >= wantedSide, b.size.longerSide >= wantedSide)
      if large != larger { return large }
      if a.size != b.size {
        return large
          ? a.size.longerSide < b.size.longerSide : a.size.longerSide > b.size.longerSide
      }
      return a.bitsPerPixel > b.bitsPerPixel
    }
  }

  private static func entries(of source: any ByteSource) throws(FFmpegError) -> [Entry] {
    let head = LittleEndianBytes(try read(6, of: source, at: 0))
    guard let count = head.uint16(at: 4), head.uint16(at: 0) == 0,
      head.uint16(at: 2) == 1 || head.uint16(at: 2) == 2
    else { throw .noPicture("the file has no directory of icons") }
    let isIcon = head.uint16(at: 2) == 1
    let wanted = min(count, entryLimit)
    let table = LittleEndianBytes(try read(16 * wanted, of: source, at: 6))
    return (0..<wanted).compactMap { index in
      let at = 16 * index
      guard let width = table.uint8(at: at), let height = table.uint8(at: at + 1),
        let bits = table.uint16(at: at + 6), let byteCount = table.uint32(at: at + 8),
        let offset = table.uint32(at: at + 12)
      else { return nil }
      // Cursors have their hot spot where icons have the number of bits.
      return Entry(
        size: PixelSize(width: width == 0 ? 256 : width, height: height == 0 ? 256 : height),
        bitsPerPixel: isIcon ? bits : 0, byteCount: byteCount, offset: UInt64(offset))
    }
  }

  private static func picture(
    of entry: Entry, in source: any ByteSource, frameByteLimit: UInt64
  ) throws(FFmpegError) -> ScaledPicture {
    guard entry.byteCount > 0, entry.byteCount <= entryByteLimit else {
      throw .noPicture("an icon of \(entry.byteCount) bytes is not shown")
    }
    let bytes = try read(entry.byteCount, of: source, at: entry.offset)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return try pixels(of: try frame(of: bytes, format: .png, frameByteLimit: frameByteLimit))
    }
    guard let bitmap = IconBitmap(bytes) else { throw .noPicture("the icon's bitmap is damaged") }
    let frame = try frame(of: bitmap.file, format: .bmp, frameByteLimit: frameByteLimit)
    let picture = try pixels(of: frame)
    // Bitmaps of 32 bits a pixel carry alpha, unless it is 0 everywhere, which the decoder tells.
    if frame.samples?.hasAlpha != true || frame.samples?.isPalette == true { bitmap.mask(picture) }
    return picture
  }

  private static func frame(
    of file: [UInt8], format: MediaFormat, frameByteLimit: UInt64
  ) throws(FFmpegError) -> Frame {
    try StillDecoder.frame(
      from: MemorySource(file), format: format, frameByteLimit: frameByteLimit)
  }

  private static func pixels(of frame: borrowing Frame) throws(FFmpegError) -> ScaledPicture {
    try Scaler.scale(
      frame, to: frame.size, as: .rgba8, colour: Scaler.Colour(matrix: 0, isFullRange: true))
  }

  private static func read(
    _ count: Int, of source: any ByteSource, at offset: UInt64
  ) throws(FFmpegError) -> [UInt8] {
    do throws(ThumbnailError) {
      return try source.bytes(count, at: offset)
    } catch {
      throw .source(error)
    }
  }
}

/// The bitmap of an icon: the colours as a file of their own, and the mask.
struct IconBitmap {
  private static let fileHeaderByteCount = 14

  /// The colours as a BMP file.
  let file: [UInt8]
  private let size: PixelSize
  private let maskBytes: ArraySlice<UInt8>

  /// Takes an icon's bitmap apart; `nil` where it contradicts itself.
  ///
  /// Source: Microsoft, BITMAPINFOHEADER; rows are padded to 4 bytes, colours come before the mask.
  init?(_ bytes: [UInt8]) {
    let header = LittleEndianBytes(bytes)
    guard let headerByteCount = header.uint32(at: 0), (40...124).contains(headerByteCount),
      let width = header.uint32(at: 4), (1...1024).contains(width),
      let doubleHeight = header.uint32(at: 8), (2...2048).contains(doubleHeight),
      let bits = header.uint16(at: 14), [1, 4, 8, 16, 24, 32].contains(bits),
      let compression = header.uint32(at: 16), compression == 0 || compression == 3,
      let stated = header.uint32(at: 32), stated <= 256
    else { return nil }
    let height = doubleHeight / 2
    let paletteCount = bits <= 8 ? (stated == 0 ? 1 << bits : stated) : 0
    let fields = compression == 3 && headerByteCount == 40 ? 12 : 0
    let pixelStart = headerByteCount + fields + 4 * paletteCount
    let pixelByteCount = IconBitmap.rowByteCount(width, bits: bits) * height
    guard pixelStart + pixelByteCount <= bytes.count else { return nil }
    size = PixelSize(width: width, height: height)
    maskBytes = bytes[(pixelStart + pixelByteCount)...]

    var file: [UInt8] = [0x42, 0x4D]
    file += IconBitmap.bytes(of: Self.fileHeaderByteCount + pixelStart + pixelByteCount)
    file += [0, 0, 0, 0]
    file += IconBitmap.bytes(of: Self.fileHeaderByteCount + pixelStart)
    file += bytes[..<8]
    file += IconBitmap.bytes(of: height)
    file += bytes[12..<20]
    // The stated number of bytes often counts the mask.
    file += IconBitmap.bytes(of: pixelByteCount)
    file += bytes[24..<(pixelStart + pixelByteCount)]
    self.file = file
  }

  /// Makes the pixels transparent whose bit in the mask is set; rows go from bottom to top.
  func mask(_ picture: borrowing ScaledPicture) {
    let stride = IconBitmap.rowByteCount(size.width, bits: 1)
    guard picture.size == size, maskBytes.count >= stride * size.height else { return }
    for y in 0..<size.height {
      let row = maskBytes.startIndex + (size.height - 1 - y) * stride
      for x in 0..<size.width where maskBytes[row + x / 8] & (0x80 >> UInt8(x % 8)) != 0 {
        picture.setPixel(x: x, y: y, to: .zero)
      }
    }
  }

  private static func rowByteCount(_ width: Int, bits: Int) -> Int { (width * bits + 31) / 32 * 4 }

  private static func bytes(of number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

/// Little-endian numbers in bytes; `nil` beyond the end.
struct LittleEndianBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func uint8(at offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  func uint16(at offset: Int) -> Int? {
    guard let low = uint8(at: offset), let high = uint8(at: offset + 1) else { return nil }
    return high << 8 | low
  }

  func uint32(at offset: Int) -> Int? {
    guard let low = uint16(at: offset), let high = uint16(at: offset + 2) else { return nil }
    return high << 16 | low
  }
}
