import MediaTypes

/// Fujifilm raw.
///
/// Source: LibRaw and ExifTool's documentation, "FujiFilm RAF Tags".
enum RAF: FormatProbe {
  static let firstBytes = FirstBytes.of("F")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("FUJIFILMCCD-RAW ", at: 0) else { return nil }
    return Recognition(.raf, RAFParser())
  }
}

/// Reads the header, then the records of the sensor, then EXIF data inside the preview.
private struct RAFParser: FormatParser {
  private enum Stage { case header, records, orientation }

  private var stage = Stage.header
  private var preview: UInt64 = 0
  private var records: UInt64 = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    switch stage {
    case .header:
      try input.require(16, at: 84)
      preview = UInt64(try input.u32(at: 84))
      records = UInt64(try input.u32(at: 92))
      found.add(
        EmbeddedPreview(
          role: .rawPreview, format: .jpeg, offset: preview,
          byteCount: UInt64(try input.u32(at: 88))))
      stage = records > preview ? .orientation : .records
    case .records:
      try readRecords(input, &found)
      if records > preview { return .done }
      stage = .orientation
    case .orientation:
      try readOrientation(input, &found)
      if records <= preview { return .done }
      stage = .records
    }
    return .more
  }

  private func readRecords(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    let count = min(try input.u32(at: records), 64)
    var place = records + 4
    for _ in 0..<count {
      let tag = try input.u16(at: place)
      let length = UInt64(try input.u16(at: place + 2))
      // The whole sensor, then the part of it that is the picture.
      if tag == 0x0111 || (tag == 0x0100 && found.facts.size == nil) {
        found.setSize(try input.u16(at: place + 6), try input.u16(at: place + 4))
      }
      place += 4 + length
    }
  }

  private func readOrientation(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    guard try input.u32(at: preview) == 0xFFD8_FFE1, try input.has("Exif\0", at: preview + 6) else {
      return
    }
    let end = preview + 4 + UInt64(try input.u16(at: preview + 4))
    let exif = try EXIF(input, at: preview + 12, limit: end)
    if let orientation = exif.orientation { found.facts.orientation = orientation }
  }
}
