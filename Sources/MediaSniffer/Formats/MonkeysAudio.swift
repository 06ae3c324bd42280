import MediaTypes

/// Monkey's Audio.
///
/// Source: Monkey's Audio SDK, `APE_DESCRIPTOR` and `APE_HEADER`.
enum MonkeysAudio: FormatProbe {
  static let firstBytes = FirstBytes.of("MAC ")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("MAC ", at: 0) else { return nil }
    return Recognition(
      .ape,
      APETailParser { input, found throws(Shortage) in
        found.setSound("ape")
        guard try input.u16(at: 4, .little) >= 3980 else { return }
        let header = UInt64(try input.u32(at: 8, .little))
        try input.require(24, at: header)
        let blocks = Double(try input.u32(at: header + 4, .little))
        let last = Double(try input.u32(at: header + 8, .little))
        let frames = Double(try input.u32(at: header + 12, .little))
        let rate = Double(try input.u32(at: header + 20, .little))
        guard frames > 0, rate > 0 else { return }
        found.setSound("ape", seconds: ((frames - 1) * blocks + last) / rate)
      })
  }
}
