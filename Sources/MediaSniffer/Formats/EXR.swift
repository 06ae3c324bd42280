import MediaTypes

/// OpenEXR.
///
/// Source: OpenEXR File Layout, "Header" and "Attribute Layout".
enum EXR: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x76])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0x762F_3101, try input.u8(at: 4) == 2 else { return nil }
    return Recognition(.exr, EXRParser())
  }
}

/// Walks the attributes of the first part.
private struct EXRParser: FormatParser {
  private static let compressions = [
    "none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab",
  ]
  private var next: UInt64 = 8

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let nameEnd = try endOfText(input, at: next)
    guard nameEnd > next else { return .done }
    let typeEnd = try endOfText(input, at: nameEnd + 1)
    let length = UInt64(try input.u32(at: typeEnd + 1, .little))
    let value = typeEnd + 5
    if try input.has("dataWindow\0", at: next) {
      let left = Int64(Int32(bitPattern: try input.u32(at: value, .little)))
      let top = Int64(Int32(bitPattern: try input.u32(at: value + 4, .little)))
      let right = Int64(Int32(bitPattern: try input.u32(at: value + 8, .little)))
      let bottom = Int64(Int32(bitPattern: try input.u32(at: value + 12, .little)))
      found.setSize(right - left + 1, bottom - top + 1)
    } else if try input.has("compression\0", at: next) {
      let code = Int(try input.u8(at: value))
      found.facts.image.compression =
        Self.compressions.indices.contains(code) ? Self.compressions[code] : nil
    } else if try input.has("tiles\0", at: next) {
      let size = PixelSize(
        width: Int(try input.u32(at: value, .little)),
        height: Int(try input.u32(at: value + 4, .little)))
      found.facts.image.tileSize = size.isValid ? size : nil
    } else if try input.has("channels\0", at: next) {
      try readChannels(input, value..<(value + length), &found)
    }
    next = value + length
    return .more
  }

  private func readChannels(
    _ input: ByteWindow, _ list: Range<UInt64>, _ found: inout Findings
  ) throws(Shortage) {
    var count = 0
    var hasAlpha = false
    var place = list.lowerBound
    var bits = 16
    while place < list.upperBound, count < 64 {
      let end = try endOfText(input, at: place)
      guard end > place else { break }
      if try input.has("A\0", at: place) { hasAlpha = true }
      if try input.u32(at: end + 1, .little) != 1 { bits = 32 }
      count += 1
      place = end + 17
    }
    found.setChannels(count, count < 3 ? .grey : .rgb, bits: bits, alpha: hasAlpha)
  }

  /// Where the text ends that begins at an offset: the place of its zero byte.
  private func endOfText(_ input: ByteWindow, at start: UInt64) throws(Shortage) -> UInt64 {
    for place in start..<(start + 256) where try input.u8(at: place) == 0 { return place }
    throw .unavailable
  }
}
