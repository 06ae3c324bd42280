/// Text in a PNG file: keys and values.
///
/// Source: PNG (third edition) § 5 (chunks, CRC), § 11.3.3 (`tEXt`).
package enum PNGText {
  /// A key and its value.
  package typealias Pair = (key: String, value: String)

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let headerEnd = 33
  /// Text is looked for in so many chunks at most.
  private static let mostChunks = 256

  /// A file with further text after its header.
  ///
  /// - Parameters:
  ///   - pairs: Keys of 1 to 79 signs, and values; both without signs beyond ASCII.
  ///   - file: A whole PNG file.
  /// - Returns: The file; unchanged where it is no PNG.
  package static func adding(_ pairs: [Pair], to file: [UInt8]) -> [UInt8] {
    guard file.count > headerEnd, file.starts(with: signature) else { return file }
    let chunks = pairs.flatMap { pair in
      chunk("tEXt", Array(pair.key.utf8) + [0] + Array(pair.value.utf8))
    }
    return file[..<headerEnd] + chunks + file[headerEnd...]
  }

  /// The text of a file.
  ///
  /// - Parameter start: The first bytes of the file; text in what is cut off is not seen.
  /// - Returns: Values by key, the first where a key stands twice.
  package static func values(in start: [UInt8]) -> [String: [UInt8]] {
    guard start.starts(with: signature) else { return [:] }
    var values: [String: [UInt8]] = [:]
    var position = signature.count
    for _ in 0..<mostChunks {
      guard start.count - position >= 12 else { break }
      let count = start[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let type = start[(position + 4)..<(position + 8)]
      guard count <= start.count - position - 12 else { break }
      let body = start[(position + 8)..<(position + 8 + count)]
      if type.elementsEqual("tEXt".utf8), let end = body.firstIndex(of: 0) {
        let key = String(decoding: body[..<end], as: UTF8.self)
        if values[key] == nil { values[key] = Array(body[(end + 1)...]) }
      }
      position += 12 + count
    }
    return values
  }

  /// A picture of one transparent pixel.
  static let emptyPicture: [UInt8] =
    signature
    + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])
    + chunk("IDAT", [0x78, 0xDA, 0x63, 0x60, 0x00, 0x02, 0x00, 0x00, 0x05, 0x00, 0x01])
    + chunk("IEND", [])

  private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + body
    return bytes(of: UInt32(clamping: body.count)) + named + bytes(of: checksum(of: named))
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The remainder of ISO 3309, as PNG has it (annex D).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = (remainder >> 1) ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~remainder
  }
}
