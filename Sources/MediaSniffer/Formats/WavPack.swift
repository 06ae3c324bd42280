import MediaTypes

/// WavPack.
///
/// Source: D. Bryant, "WavPack 4 & 5 Binary File / Block Format" § 2.
enum WavPack: FormatProbe {
  static let firstBytes = FirstBytes.of("wvpk")
  private static let rates = [
    6000, 8000, 9600, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
    192000,
  ]

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("wvpk", at: 0) else { return nil }
    return Recognition(
      .wavpack,
      APETailParser { input, found throws(Shortage) in
        found.setSound("wavpack")
        try input.require(32, at: 0)
        let samples = try input.u32(at: 12, .little)
        let code = Int(try input.u32(at: 24, .little) >> 23 & 15)
        guard samples != .max, code < rates.count else { return }
        found.setSound("wavpack", seconds: Double(samples) / Double(rates[code]))
      })
  }
}
