internal import ByteSources
internal import MediaTypes

/// Raw pixels as a PNG file, written when and where it is read.
///
/// So a picture that is no file goes the way of all files, decoders and uploads included, and is
/// held once. Its pixels are stored, not compressed, so that each place of the file is known.
/// Source: W3C PNG (Third Edition) § 5 and § 9, RFC 1950, RFC 1951 § 3.2.4.
enum PixelFile {
  /// What a stored block of deflate can hold.
  private static let blockByteCount = 65535
  private static let chunkOverhead = 12

  /// The file of a picture.
  static func source(of pixels: RawPixels) -> GeneratedSource {
    // One chunk a row; behind them the checksum and the end.
    GeneratedSource(
      head: head(of: pixels), pieceCount: pixels.size.height,
      pieceByteCount: chunkOverhead + deflatedByteCount(of: pixels), tail: tail(adler(of: pixels))
    ) { index in
      chunk("IDAT", deflated(pixels, row: index))
    }
  }

  private static func head(of pixels: RawPixels) -> [UInt8] {
    let colour: UInt8 = pixels.format == .rgb ? 2 : 6
    let header =
      bigEndian(UInt32(pixels.size.width)) + bigEndian(UInt32(pixels.size.height))
      + [8, colour, 0, 0, 0]
    // The header of the zlib stream is a chunk of its own, so that all rows are alike.
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("sRGB", [0]) + chunk("IDAT", [0x78, 0x01])
  }

  /// An empty last block, the checksum, and the end of the file.
  private static func tail(_ adler: UInt32) -> [UInt8] {
    chunk("IDAT", [1, 0, 0, 0xFF, 0xFF] + bigEndian(adler)) + chunk("IEND", [])
  }

  private static func deflatedByteCount(of pixels: RawPixels) -> Int {
    let count = 1 + pixels.size.width * pixels.format.byteCount
    return count + 5 * ((count + blockByteCount - 1) / blockByteCount)
  }

  /// A row behind the number of its filter, in stored blocks, none of them the last.
  private static func deflated(_ pixels: RawPixels, row index: Int) -> [UInt8] {
    let line = [0] + pixels.row(index)
    var result: [UInt8] = []
    result.reserveCapacity(deflatedByteCount(of: pixels))
    var rest = line[...]
    while !rest.isEmpty {
      let block = rest.prefix(blockByteCount)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result += [0, UInt8(count & 0xFF), UInt8(count >> 8)]
      result += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
      result += block
    }
    return result
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc(of: body))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Source: W3C PNG (Third Edition), annex D.
  private static func crc(of bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc = crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
    }
    return ~crc
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    return value
  }

  /// Source: RFC 1950 § 8.2; sums of 5552 bytes fit in 32 bits.
  private static func adler(of pixels: RawPixels) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for index in 0..<pixels.size.height {
      // The number of the filter is 0.
      high = (high + low) % 65521
      var rest = pixels.row(index)
      while !rest.isEmpty {
        for byte in rest.prefix(5552) {
          low += UInt32(byte)
          high += low
        }
        low %= 65521
        high %= 65521
        rest = rest.dropFirst(5552)
      }
    }
    return high << 16 | low
  }
}
