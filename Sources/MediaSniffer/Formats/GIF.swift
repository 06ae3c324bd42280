import MediaTypes

/// GIF.
///
/// Source: CompuServe GIF89a Specification § 18 to § 26, and the Netscape looping extension.
enum GIF: FormatProbe {
  static let firstBytes = FirstBytes.of("G")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("GIF8", at: 0), try input.u8(at: 5) == 0x61,
      [0x37, 0x39].contains(try input.u8(at: 4))
    else { return nil }
    return Recognition(.gif, GIFParser())
  }
}

/// Walks the blocks up to the first picture.
private struct GIFParser: FormatParser {
  private var next: UInt64 = 0
  private var isInExtension = false

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if next == 0 {
      next = try readHeader(input, &found)
      return .more
    }
    let byte = try input.u8(at: next)
    if isInExtension {
      // The data of an extension are blocks that say their length, the last of them empty.
      isInExtension = byte != 0
      next += 1 + UInt64(byte)
      return .more
    }
    switch byte {
    case 0x21:
      try readExtension(input, &found)
      next += 2
      isInExtension = true
      return .more
    case 0x2C:
      let flags = try input.u8(at: next + 9)
      found.facts.image.isInterlaced = flags & 0x40 != 0
      if flags & 0x80 != 0 { found.facts.image.bitDepth = Int(flags & 7) + 1 }
      return .done
    default: return .done
    }
  }

  private func readHeader(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) -> UInt64 {
    found.setSize(try input.u16(at: 6, .little), try input.u16(at: 8, .little))
    let flags = try input.u8(at: 10)
    let hasTable = flags & 0x80 != 0
    found.setChannels(1, .palette, bits: hasTable ? Int(flags & 7) + 1 : nil)
    found.facts.image.isLossless = true
    found.facts.image.compression = "lzw"
    return 13 + (hasTable ? 6 << UInt64(flags & 7) : 0)
  }

  private func readExtension(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) {
    let data = next + 3
    switch try input.u8(at: next + 1) {
    case 0xF9: if try input.u8(at: data) & 1 != 0 { found.facts.image.hasAlpha = true }
    case 0xFF:
      let isLoop = try input.has(oneOf: "NETSCAPE2.0", "ANIMEXTS1.0", at: data)
      if isLoop { found.facts.image.isAnimated = true }
    default: break
    }
  }
}
