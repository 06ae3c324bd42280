import MediaTypes

/// Autodesk's animations FLI and FLC.
///
/// Source: J. Kent, "The Flic File Format" (1993), header.
enum FLIC: FormatProbe {
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    // Writers disagree about the depth, readers ignore it; its high byte is zero.
    guard try input.u8(at: 5) == 0xAF, [0x11, 0x12].contains(try input.u8(at: 4)),
      try input.u16(at: 12, .little) <= 0xFF, [0, 3].contains(try input.u16(at: 14, .little))
    else { return nil }
    return Recognition(.fli) { input, found throws(Shortage) in
      found.setSize(try input.u16(at: 8, .little), try input.u16(at: 10, .little))
      found.facts.displaySize = found.facts.size
      found.facts.tracks.hasVideo = true
      found.facts.tracks.hasAudio = false
      found.facts.tracks.videoCodec = "flic"
      found.facts.codec = "flic"
      let frames = Double(try input.u16(at: 6, .little))
      // FLI counts in 1/70 s, FLC in milliseconds.
      let isOld = try input.u8(at: 4) == 0x11
      let speed = Double(try input.u32(at: 16, .little)) / (isOld ? 70 : 1000)
      if frames * speed > 0 { found.facts.duration = frames * speed }
    }
  }
}
