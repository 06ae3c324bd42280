import MediaTypes

/// Minolta raw.
///
/// Source: ExifTool's documentation, "MinoltaRaw Tags".
enum MRW: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0x004D_524D else { return nil }
    return Recognition(.mrw, MRWParser())
  }
}

/// Walks the blocks in front of the raw data.
private struct MRWParser: FormatParser {
  private var next: UInt64 = 8

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let end = 8 + UInt64(try input.u32(at: 4))
    guard next + 8 <= end else { return .done }
    let length = UInt64(try input.u32(at: next + 4))
    let data = next + 8
    switch try input.u32(at: next) {
    case 0x0050_5244: found.setSize(try input.u16(at: data + 14), try input.u16(at: data + 12))
    case 0x0054_5457: found.apply(try EXIF(input, at: data, limit: data + length))
    default: break
    }
    next = data + length
    return .more
  }
}
