import MediaTypes

/// Better Portable Graphics.
///
/// Source: Fabrice Bellard, BPG Specification 0.9.5 § 3.1.
enum BPG: FormatProbe {
  static let formats: [MediaFormat] = [.bpg]
  static let firstBytes = FirstBytes.of("B")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0x4250_47FB else { return nil }
    return Recognition(.bpg) { input, found throws(Shortage) in
      let flags = try input.u16(at: 4)
      found.facts.image.bitDepth = 8 + Int(flags >> 8 & 15)
      found.facts.image.hasAlpha = flags >> 12 & 1 != 0
      found.facts.image.isAnimated = flags & 1 != 0
      var place: UInt64 = 6
      let width = try input.sevenBitNumber(at: &place)
      let height = try input.sevenBitNumber(at: &place)
      found.setSize(width, height)
    }
  }
}

extension MediaFormat {
  static let bpg = MediaFormat(
    "bpg", mime: "image/bpg", uniformType: "org.bellard.bpg", kind: .image,
    fileExtensions: ["bpg"])
}
