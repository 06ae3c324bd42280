import MediaTypes

/// DirectDraw surfaces.
///
/// Source: Microsoft, DDS_HEADER and DDS_PIXELFORMAT.
enum DDS: FormatProbe {
  static let firstBytes = FirstBytes.of("D")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("DDS ", at: 0), try input.u32(at: 4, .little) == 124 else { return nil }
    return Recognition(.dds) { input, found throws(Shortage) in
      try input.require(88, at: 0)
      found.setSize(try input.u32(at: 16, .little), try input.u32(at: 12, .little))
      let flags = try input.u32(at: 80, .little)
      found.facts.image.hasAlpha = flags & 1 != 0
      let isCompressed = flags & 4 != 0
      found.facts.image.compression =
        isCompressed ? try input.fourCC(at: 84).description.lowercased() : "none"
      found.facts.image.isLossless = !isCompressed
      found.facts.image.colourModel = flags & 0x2_0000 != 0 ? .grey : .rgb
    }
  }
}
