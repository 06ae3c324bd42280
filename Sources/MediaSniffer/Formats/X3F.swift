import MediaTypes

/// Sigma raw.
///
/// Source: Foveon, X3F Raw Format Version 2 Specification § 2 to § 4.
enum X3F: FormatProbe {
  static let firstBytes = FirstBytes.of("F")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("FOVb", at: 0) else { return nil }
    return Recognition(.x3f, X3FParser())
  }
}

/// Reads the header, then the directory at the end for previews.
private struct X3FParser: FormatParser {
  private enum Stage { case header, directory, sections }

  private var stage = Stage.header
  private var sections: [(offset: UInt64, byteCount: UInt64)] = []

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    do throws(Shortage) {
      return try advance(input, &found)
    } catch .unavailable where stage != .header {
      return .done
    }
  }

  private mutating func advance(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    switch stage {
    case .header:
      found.setSize(try input.u32(at: 28, .little), try input.u32(at: 32, .little))
      let degrees = Int(try input.u32(at: 36, .little) % 360)
      found.facts.orientation = Orientation(
        clockwiseQuarterTurns: degrees / 90, mirrored: false)
      stage = .directory
    case .directory:
      guard let end = input.byteCount, end > 40 else { return .done }
      let directory = UInt64(try input.u32(at: end - 4, .little))
      guard try input.has("SECd", at: directory) else { return .done }
      let count = UInt64(min(try input.u32(at: directory + 8, .little), 32))
      var found: [(offset: UInt64, byteCount: UInt64)] = []
      for index in 0..<count {
        let entry = directory + 12 + 12 * index
        guard try input.has(oneOf: "IMA2", "IMAG", at: entry + 8) else { continue }
        found.append(
          (
            UInt64(try input.u32(at: entry, .little)), UInt64(try input.u32(at: entry + 4, .little))
          ))
      }
      sections = found
      stage = .sections
    case .sections:
      guard let section = sections.last else { return .done }
      try input.require(28, at: section.offset)
      // Format 18 is JPEG; 28 bytes of header stand in front of it.
      if try input.u32(at: section.offset + 12, .little) == 18, section.byteCount > 28 {
        let size = PixelSize(
          width: Int(try input.u32(at: section.offset + 16, .little)),
          height: Int(try input.u32(at: section.offset + 20, .little)))
        found.add(
          EmbeddedPreview(
            role: .rawPreview, format: .jpeg, offset: section.offset + 28,
            byteCount: section.byteCount - 28, size: size.isValid ? size : nil))
      }
      sections.removeLast()
    }
    return .more
  }
}
