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

/// Walks the chunks up to the first pixel data, and looks for EXIF data behind the last.
private struct PNGParser: FormatParser {
  /// How far from the end EXIF data are looked for.
  private static let tailLength: UInt64 = 1024

  private var next: UInt64 = 8
  private var isAtPixels = false
  private var hasEXIF = false

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if isAtPixels {
      try readTail(input, &found)
      return .done
    }
    let length = UInt64(try input.u32(at: next))
    let data = next + 8
    switch try input.fourCC(at: next + 4) {
    case "IHDR": try readHeader(input, at: data, &found)
    case "IDAT", "IEND":
      found.settle(on: found.facts.format)
      isAtPixels = true
      return hasEXIF ? .done : .more
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
      found.apply(try EXIF(input, at: data, limit: data + length))
      hasEXIF = true
    default: break
    }
    next = data + length + 4
    return .more
  }

  /// Looks for an `eXIf` chunk between the pixel data and the end, where some writers put it.
  ///
  /// A stream does not wait for it.
  private func readTail(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) {
    guard let end = input.byteCount, end > next else { return }
    let start = max(next, end > Self.tailLength ? end - Self.tailLength : 0)
    guard try input.has("IEND", at: end &- 8) else { return }
    var place = start
    while let name = try input.place(of: "eXIf", in: place..<end) {
      place = name + 4
      guard name >= start + 4 else { continue }
      let length = UInt64(try input.u32(at: name - 4))
      // Behind its data and its checksum the next chunk must begin: only that makes it a chunk.
      guard length < end, try input.has("IEND", at: name + length + 12) else { continue }
      found.apply(try EXIF(input, at: name + 4, limit: name + 4 + length))
    }
  }

  private func readHeader(
    _ input: ByteWindow, at data: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    try input.require(13, at: data)
    found.setSize(try input.u32(at: data), try input.u32(at: data + 4))
    found.facts.image.bitDepth = Int(try input.u8(at: data + 8))
    found.facts.image.isInterlaced = try input.u8(at: data + 12) != 0
    found.facts.image.isLossless = true
    found.facts.image.compression = "deflate"
    switch try input.u8(at: data + 9) {
    case 0: found.setChannels(1, .grey)
    case 2: found.setChannels(3, .rgb)
    case 3: found.setChannels(1, .palette)
    case 4: found.setChannels(2, .grey, alpha: true)
    case 6: found.setChannels(4, .rgb, alpha: true)
    default: break
    }
  }
}
