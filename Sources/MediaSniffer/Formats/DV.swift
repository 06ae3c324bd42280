import MediaTypes

/// Digital video, bare.
///
/// Source: IEC 61834-2 § 11 (header section of a DIF sequence).
enum DV: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x1F])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    // A header block, its sequence and block numbers, and the subcode block that follows it.
    guard try input.u16(at: 0) == 0x1F07, try input.u8(at: 2) == 0,
      try input.u8(at: 80) & 0xE0 == 0x20
    else { return nil }
    return Recognition(.dv) { input, found throws(Shortage) in
      let isPAL = try input.u8(at: 3) & 0x80 != 0
      found.setSize(720, isPAL ? 576 : 480)
      found.facts.tracks.hasVideo = true
      found.facts.tracks.videoCodec = "dvvideo"
      found.facts.tracks.frameRate = isPAL ? 25 : 30000.0 / 1001
      found.facts.codec = "dvvideo"
    }
  }
}
