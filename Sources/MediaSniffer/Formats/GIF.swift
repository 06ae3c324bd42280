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

/// Walks the blocks up to the first picture, and over it where it is small.
private struct GIFParser: FormatParser {
  /// How far a second picture is looked for: what the first read of a file has anyway.
  private static let farthest: UInt64 = 4096

  private var next: UInt64 = 0
  /// Whether `next` is at blocks of data, which say their length, the last of them empty.
  private var isInData = false
  private var pictures = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if next == 0 {
      next = try readHeader(input, &found)
      return .more
    }
    if pictures > 0 {
      // One picture is enough to know; whether there are more is asked only where it costs nothing.
      do throws(Shortage) {
        return next < Self.farthest ? try readBlock(input, &found) : .done
      } catch .unavailable {
        return .done
      }
    }
    return try readBlock(input, &found)
  }

  private mutating func readBlock(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    let byte = try input.u8(at: next)
    if isInData {
      isInData = byte != 0
      next += 1 + UInt64(byte)
      return .more
    }
    switch byte {
    case 0x21:
      try readExtension(input, &found)
      next += 2
    case 0x2C:
      let flags = try input.u8(at: next + 9)
      if pictures > 0 {
        found.facts.image.isAnimated = true
        return .done
      }
      pictures = 1
      let hasTable = flags & 0x80 != 0
      found.facts.image.isInterlaced = flags & 0x40 != 0
      if hasTable { found.facts.image.bitDepth = Int(flags & 7) + 1 }
      if found.facts.image.isAnimated { return .done }
      next += 11 + (hasTable ? 6 << UInt64(flags & 7) : 0)
    default: return .done
    }
    isInData = true
    return .more
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
