import MediaTypes

/// Apple icons.
///
/// Source: the element types of icns files as Apple's `IconFamily` headers name them.
enum ICNS: FormatProbe {
  static let formats: [MediaFormat] = [.icns]
  static let firstBytes = FirstBytes.of("i")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("icns", at: 0) else { return nil }
    return Recognition(.icns, ICNSParser())
  }
}

/// Walks the elements for the largest picture.
private struct ICNSParser: FormatParser {
  private var next: UInt64 = 8
  private var end: UInt64 = .max
  private var count = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if end == .max { end = UInt64(try input.u32(at: 4)) }
    guard next + 8 <= end else { return .done }
    let name: FourCC
    let length: UInt64
    do throws(Shortage) {
      name = try input.fourCC(at: next)
      length = UInt64(try input.u32(at: next + 4))
    } catch .unavailable where found.facts.size != nil {
      return .done
    }
    guard length >= 8 else { return .done }
    if let side = Self.side(of: name) {
      count += 1
      if side > found.facts.size?.width ?? 0 { found.setSize(side, side) }
      found.facts.image.pageCount = count
      found.facts.image.hasAlpha = true
    }
    next += length
    return .more
  }

  private static func side(of name: FourCC) -> Int? {
    switch name {
    case "ics#", "ics4", "ics8", "is32", "icp4": 16
    case "ICON", "ICN#", "icl4", "icl8", "il32", "icp5", "ic11": 32
    case "ich#", "ich4", "ich8", "ih32": 48
    case "icp6", "ic12": 64
    case "it32", "ic07": 128
    case "ic08", "ic13": 256
    case "ic09", "ic14": 512
    case "ic10": 1024
    default: nil
    }
  }
}

extension MediaFormat {
  static let icns = MediaFormat(
    "icns", mime: "image/icns", uniformType: "com.apple.icns", kind: .image,
    fileExtensions: ["icns"])
}
