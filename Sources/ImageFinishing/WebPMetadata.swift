/// Takes metadata out of a WebP file, which libvips 8.14 writes whether told to or not.
///
/// Source: RFC 9649 § 2.5 to § 2.7, the order of chunks and the flags of `VP8X`.
enum WebPMetadata {
  private static let (profileFlag, exifFlag, xmpFlag): (UInt8, UInt8, UInt8) = (0x20, 0x08, 0x04)

  /// Keeps of the metadata what is wanted.
  ///
  /// - Parameters:
  ///   - file: A WebP file.
  ///   - keepsProfile: Whether the ICC profile stays.
  ///   - keepsEXIF: Whether EXIF data stay.
  /// - Returns: The file without the rest; as it was where its chunks cannot be followed.
  static func reduced(_ file: [UInt8], keepsProfile: Bool, keepsEXIF: Bool) -> [UInt8] {
    guard var chunks = chunks(of: file) else { return file }
    chunks.removeAll { chunk in
      switch chunk.name {
      case "ICCP": !keepsProfile
      case "EXIF": !keepsEXIF
      case "XMP ": true
      default: false
      }
    }
    if let place = chunks.firstIndex(where: { $0.name == "VP8X" }), chunks[place].bytes.count > 8 {
      var flags = chunks[place].bytes[8] & ~xmpFlag
      if !keepsProfile { flags &= ~profileFlag }
      if !keepsEXIF { flags &= ~exifFlag }
      chunks[place].bytes[8] = flags
      // A picture without anything beside its pixels needs no extended header.
      if flags == 0 { chunks.remove(at: place) }
    }
    let body = Array("WEBP".utf8) + chunks.flatMap(\.bytes)
    return Array("RIFF".utf8) + number(body.count) + body
  }

  private struct Chunk {
    let name: String
    /// With its name, its length and the padding.
    var bytes: [UInt8]
  }

  private static func chunks(of file: [UInt8]) -> [Chunk]? {
    guard file.count > 12, file.starts(with: "RIFF".utf8) else { return nil }
    var chunks: [Chunk] = []
    var place = 12
    while place < file.count {
      guard place + 8 <= file.count else { return nil }
      let length = (0..<4).reduce(0) { $0 | Int(file[place + 4 + $1]) << (8 * $1) }
      let end = place + 8 + ((length + 1) & ~1)
      guard end <= file.count else { return nil }
      chunks.append(
        Chunk(
          name: String(decoding: file[place..<(place + 4)], as: UTF8.self),
          bytes: Array(file[place..<end])))
      place = end
    }
    return chunks
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
