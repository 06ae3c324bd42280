import MediaTypes

/// Photoshop documents, also large ones.
///
/// Source: Adobe Photoshop File Formats Specification, "File Header Section" and "Image Resources
/// Section".
enum PSD: FormatProbe {
  static let firstBytes = FirstBytes.of("8")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("8BPS", at: 0) else { return nil }
    let version = try input.u16(at: 4)
    guard version == 1 || version == 2 else { return nil }
    return Recognition(.psd, PSDParser())
  }
}

/// Reads the header, then walks the image resources.
private struct PSDParser: FormatParser {
  private var next: UInt64 = 0
  private var end: UInt64 = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if next == 0 {
      try readHeader(input, &found)
      let colours = UInt64(try input.u32(at: 26))
      let resources = 30 + colours
      end = resources + 4 + UInt64(try input.u32(at: resources))
      next = resources + 4
      return .more
    }
    guard next + 12 <= end, try input.has("8BIM", at: next) else { return .done }
    let id = try input.u16(at: next + 4)
    let nameLength = UInt64(try input.u8(at: next + 6))
    let size = next + 6 + (nameLength + 2) & ~1
    let length = UInt64(try input.u32(at: size))
    let data = size + 4
    switch id {
    // Thumbnail: 28 bytes of header, then a JPEG file where the format is 1.
    case 1036 where length > 28:
      try input.require(12, at: data)
      if try input.u32(at: data) == 1 {
        let size = PixelSize(
          width: Int(try input.u32(at: data + 4)), height: Int(try input.u32(at: data + 8)))
        found.add(
          EmbeddedPreview(
            role: .photoshopThumbnail, format: .jpeg, offset: data + 28, byteCount: length - 28,
            size: size.isValid ? size : nil))
      }
    case 1039: found.facts.colour.hasICCProfile = true
    default: break
    }
    next = data + (length + 1) & ~1
    return .more
  }

  private func readHeader(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) {
    try input.require(26, at: 0)
    let channels = Int(try input.u16(at: 12))
    found.setSize(try input.u32(at: 18), try input.u32(at: 14))
    let (model, inks): (ImageFacts.ColourModel?, Int) =
      switch try input.u16(at: 24) {
      case 0, 1, 8: (.grey, 1)
      case 2: (.palette, 1)
      case 3: (.rgb, 3)
      case 4: (.cmyk, 4)
      case 9: (.lab, 3)
      default: (nil, channels)
      }
    found.setChannels(
      channels, model, bits: Int(try input.u16(at: 22)), alpha: channels > inks)
    found.facts.image.isLossless = true
    found.facts.image.isPlanar = true
  }
}
