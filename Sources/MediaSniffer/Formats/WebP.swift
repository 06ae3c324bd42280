import MediaTypes

/// WebP in its three layouts.
///
/// Source: RFC 9649 § 2 and § 3.4, RFC 6386 § 9.1.
enum WebP: FormatProbe {
  static let firstBytes = FirstBytes.of("R")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("RIFF", at: 0), try input.has("WEBP", at: 8) else { return nil }
    return Recognition(.webp, WebPParser())
  }
}

/// Walks the chunks; in the extended layout on to the picture and to EXIF data at the end.
private struct WebPParser: FormatParser {
  private var next: UInt64 = 12
  private var isExtended = false
  private var hasPicture = false
  private var awaitsEXIF = false
  /// What the canvas told goes before what a frame tells.
  private var hasCanvas = false

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let name: FourCC
    let length: UInt64
    do throws(Shortage) {
      name = try input.fourCC(at: next)
      length = UInt64(try input.u32(at: next + 4, .little))
    } catch .unavailable where hasPicture {
      // EXIF data that the flags promise and nobody wrote.
      return .done
    }
    let data = next + 8
    switch name {
    case "VP8X": try readCanvas(input, at: data, &found)
    case "VP8 ", "VP8L": try readPicture(input, name, at: data, &found)
    case "ANMF":
      let inner = try input.fourCC(at: data + 16)
      if !hasPicture, inner == "VP8 " || inner == "VP8L" {
        try readPicture(input, inner, at: data + 24, &found)
      }
      hasPicture = true
    case "ALPH": found.facts.image.hasAlpha = true
    case "ICCP": found.facts.colour.hasICCProfile = true
    case "EXIF":
      // Some writers put JPEG's prefix before the data.
      let prefix: UInt64 = try input.has("Exif\0\0", at: data) ? 6 : 0
      found.apply(try EXIF(input, at: data + prefix, limit: data + length))
      awaitsEXIF = false
    default: break
    }
    next = data + length + (length & 1)
    // Of an animation only the first frame is looked at, for there may be hundreds.
    let isComplete = hasPicture && (!awaitsEXIF || found.facts.image.isAnimated)
    return isComplete ? .done : .more
  }

  private mutating func readCanvas(
    _ input: ByteWindow, at data: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    try input.require(10, at: data)
    let flags = try input.u8(at: data)
    found.setSize(
      1 + (try input.u32(at: data + 4, .little) & 0xFF_FFFF),
      1 + (try input.u32(at: data + 6, .little) >> 8))
    found.facts.image.hasAlpha = flags & 0x10 != 0
    found.facts.image.isAnimated = flags & 0x02 != 0
    found.facts.colour.hasICCProfile = flags & 0x20 != 0
    awaitsEXIF = flags & 0x08 != 0
    hasCanvas = true
  }

  private mutating func readPicture(
    _ input: ByteWindow, _ name: FourCC, at data: UInt64, _ found: inout Findings
  ) throws(Shortage) {
    let isLossless = name == "VP8L"
    let hadAlpha = found.facts.image.hasAlpha
    if isLossless {
      let header = try input.u32(at: data + 1, .little)
      let hasAlpha = header >> 28 & 1 != 0 || hadAlpha
      found.setChannels(hasAlpha ? 4 : 3, .rgb, bits: 8, alpha: hasAlpha)
      if !hasCanvas { found.setSize(1 + header & 0x3FFF, 1 + header >> 14 & 0x3FFF) }
      found.facts.image.compression = "vp8l"
    } else {
      let width = try input.u16(at: data + 6, .little) & 0x3FFF
      let height = try input.u16(at: data + 8, .little) & 0x3FFF
      found.setChannels(hadAlpha ? 4 : 3, .yCbCr, bits: 8, alpha: hadAlpha)
      if !hasCanvas { found.setSize(width, height) }
      found.facts.image.chromaSubsampling = PixelSize(width: 2, height: 2)
      found.facts.image.compression = "vp8"
    }
    found.facts.image.isLossless = isLossless
    hasPicture = true
  }
}
