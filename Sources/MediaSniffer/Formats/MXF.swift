import MediaTypes

/// Material Exchange Format, after a run-in of at most 64 KiB.
///
/// Source: SMPTE ST 377-1:2019 § 6.5 and § 7.1.
enum MXF: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x06])
  /// Bytes in which the picture's sides are looked for.
  private static let searchedBytes = 16 << 10

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    // The key of a partition pack.
    guard try input.u64(at: 0) == 0x060E_2B34_0205_0101,
      try input.u32(at: 8) == 0x0D01_0201, try input.u8(at: 12) == 1
    else { return nil }
    return Recognition(.mxf) { input, found throws(Shortage) in
      let bytes = Array(try input.prefix(searchedBytes, at: 0))
      // Local tags of the picture descriptor: DisplayWidth and DisplayHeight, else StoredWidth and
      // StoredHeight, each with a length of four.
      if let width = value(0x3209, in: bytes) ?? value(0x3203, in: bytes),
        let height = value(0x3208, in: bytes) ?? value(0x3202, in: bytes),
        1...65_535 ~= width, 1...65_535 ~= height
      {
        // Fields are described one by one where frames are made of two.
        let isFields = value(0x320C, width: 1, in: bytes) == 1
        found.setSize(width, isFields ? 2 * height : height)
        found.facts.displaySize = found.facts.size
        // AspectRatio: that of the whole picture.
        if let ratio = value(0x320E, width: 8, in: bytes), let size = found.facts.size {
          let across = Double(UInt32(truncatingIfNeeded: ratio >> 32))
          let down = Double(UInt32(truncatingIfNeeded: ratio))
          if across > 0, down > 0 {
            found.setPixelAspect(across / down * Double(size.height) / Double(size.width))
          }
        }
        found.facts.tracks.hasVideo = true
      }
    }
  }

  private static func value(_ tag: UInt16, width: Int = 4, in bytes: [UInt8]) -> Int? {
    let key = [UInt8(tag >> 8), UInt8(tag & 255), 0, UInt8(width)]
    guard bytes.count >= 4 + width else { return nil }
    for start in 0...(bytes.count - 4 - width)
    where bytes[start] == key[0] && bytes[start..<(start + 4)].elementsEqual(key) {
      return bytes[(start + 4)..<(start + 4 + width)].reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }
}
