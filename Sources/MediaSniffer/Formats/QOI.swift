import MediaTypes

/// Quite OK Image.
///
/// Source: The Quite OK Image Format Specification 1.0, "File Format".
enum QOI: FormatProbe {
  static let firstBytes = FirstBytes.of("q")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("qoif", at: 0) else { return nil }
    return Recognition(.qoi) { input, found throws(Shortage) in
      try input.require(14, at: 0)
      found.setSize(try input.u32(at: 4), try input.u32(at: 8))
      let channels = Int(try input.u8(at: 12))
      found.setChannels(channels, .rgb, bits: 8, alpha: channels == 4)
      found.facts.image.isLossless = true
      found.facts.image.compression = "qoi"
    }
  }
}
