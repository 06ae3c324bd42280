import MediaTypes

/// Digital video, bare.
///
/// Source: IEC 61834-2 § 11 (header section of a DIF sequence); IEC 61834-4 § 7.1 (source control
/// pack); ITU-R BT.601 for the shape of pixels.
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
      let isWide = try isWide(input)
      let aspect: Double = isPAL ? (isWide ? 64.0 / 45 : 16.0 / 15) : (isWide ? 32.0 / 27 : 8.0 / 9)
      found.setPixelAspect(aspect)
      found.facts.tracks.hasVideo = true
      found.facts.tracks.videoCodec = "dvvideo"
      found.facts.tracks.frameRate = isPAL ? 25 : 30000.0 / 1001
      found.facts.codec = "dvvideo"
    }
  }

  /// Whether the source control pack of the first sequence says 16:9.
  private static func isWide(_ input: ByteWindow) throws(Shortage) -> Bool {
    // The tenth pack of the sixth block.
    let pack: UInt64 = 5 * 80 + 3 + 10 * 5
    guard try input.u8(at: pack) == 0x61 else { return false }
    let shape = try input.u8(at: pack + 2) & 7
    let isConsumer = try input.u8(at: 4) & 7 == 0
    return shape == 2 || (isConsumer && shape == 7)
  }
}
