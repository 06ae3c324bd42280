import MediaTypes

/// Free Lossless Image Format.
///
/// Source: FLIF16 Specification, "Part 1: Main header".
enum FLIF: FormatProbe {
  static let formats: [MediaFormat] = [.flif]
  static let firstBytes = FirstBytes.of("F")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("FLIF", at: 0) else { return nil }
    let layout = try input.u8(at: 4)
    guard (0x31...0x74).contains(layout) else { return nil }
    return Recognition(.flif) { input, found throws(Shortage) in
      let channels = Int(layout & 15)
      found.facts.image.isInterlaced = layout >> 4 == 4 || layout >> 4 == 6
      found.facts.image.isAnimated = layout >> 4 >= 5
      found.setChannels(
        channels, channels < 3 ? .grey : .rgb, bits: try input.u8(at: 5) == 0x32 ? 16 : 8,
        alpha: channels == 4)
      var place: UInt64 = 6
      let width = try input.sevenBitNumber(at: &place)
      let height = try input.sevenBitNumber(at: &place)
      found.setSize(width + 1, height + 1)
      found.facts.image.isLossless = true
    }
  }
}

extension MediaFormat {
  static let flif = MediaFormat(
    "flif", mime: "image/flif", uniformType: "info.flif.flif", kind: .image,
    fileExtensions: ["flif"])
}
