import MediaTypes

/// PNG and animated PNG.
///
/// Source: W3C PNG Specification (third edition) § 5.2, § 11.
enum PNG: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x89])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u64(at: 0) == 0x8950_4E47_0D0A_1A0A else { return nil }
    return Recognition(.png, isCertain: false, PNGParser())
  }
}

/// Walks the chunks up to the first pixel data.
private struct PNGParser: FormatParser {
  private var next: UInt64 = 8

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let length = UInt64(try input.u32(at: next))
    let data = next + 8
    switch try input.fourCC(at: next + 4) {
    case "IHDR": try readHeader(input, at: data, &found.facts)
    case "IDAT", "IEND":
      found.settle(on: found.facts.format)
      return .done
    case "acTL":
      let frames = try input.u32(at: data)
      found.settle(on: .apng)
      found.facts.image.frameCount = Int(frames)
      found.facts.image.isAnimated = frames > 1
    case "tRNS": found.facts.image.hasAlpha = true
    case "iCCP": found.facts.colour.hasICCProfile = true
    case "cICP":
      try input.require(4, at: data)
      found.facts.colour.codePoints = ColourFacts.CodePoints(
        primaries: Int(try input.u8(at: data)), transfer: Int(try input.u8(at: data + 1)),
        matrix: Int(try input.u8(at: data + 2)), isFullRange: try input.u8(at: data + 3) != 0)
    case "eXIf":
      let exif = try EXIF(input, at: data, limit: data + length)
      if let orientation = exif.orientation { found.facts.orientation = orientation }
      if let thumbnail = exif.thumbnail { found.add(thumbnail) }
    default: break
    }
    next = data + length + 4
    return .more
  }

  private func readHeader(
    _ input: ByteWindow, at data: UInt64, _ facts: inout MediaFacts
  ) throws(Shortage) {
    try input.require(13, at: data)
    facts.size = PixelSize(
      width: Int(try input.u32(at: data)), height: Int(try input.u32(at: data + 4)))
    facts.image.bitDepth = Int(try input.u8(at: data + 8))
    facts.image.isInterlaced = try input.u8(at: data + 12) != 0
    facts.image.isLossless = true
    facts.image.compression = "deflate"
    switch try input.u8(at: data + 9) {
    case 0: (facts.image.channels, facts.image.colourModel) = (1, .grey)
    case 2: (facts.image.channels, facts.image.colourModel) = (3, .rgb)
    case 3: (facts.image.channels, facts.image.colourModel) = (1, .palette)
    case 4:
      (facts.image.channels, facts.image.colourModel) = (2, .grey)
      facts.image.hasAlpha = true
    case 6:
      (facts.image.channels, facts.image.colourModel) = (4, .rgb)
      facts.image.hasAlpha = true
    default: break
    }
  }
}
