import MediaTypes

/// Musepack, stream versions 7 and 8.
///
/// Source: Musepack, "SV7 specification" and "SV8 specification", stream header.
enum Musepack: FormatProbe {
  static let firstBytes = FirstBytes.of("MP+")
  private static let rates = [44100.0, 48000, 37800, 32000]

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let isEighth = try input.has("MPCK", at: 0)
    let isSeventh = try input.has("MP+", at: 0)
    guard isEighth || isSeventh else { return nil }
    return Recognition(
      .musepack,
      APETailParser { input, found throws(Shortage) in
        found.setSound("musepack")
        let seconds = isEighth ? try eighth(input) : try seventh(input)
        found.setSound("musepack", seconds: seconds)
      })
  }

  private static func seventh(_ input: ByteWindow) throws(Shortage) -> Double? {
    guard try input.u8(at: 3) & 15 == 7 else { return nil }
    let rate = rates[Int(try input.u32(at: 8, .little) >> 16 & 3)]
    return Double(try input.u32(at: 4, .little)) * 1152 / rate
  }

  private static func eighth(_ input: ByteWindow) throws(Shortage) -> Double? {
    guard try input.has("SH", at: 4) else { return nil }
    var place: UInt64 = 6
    _ = try input.sevenBitNumber(at: &place)
    place += 5
    let samples = try input.sevenBitNumber(at: &place)
    _ = try input.sevenBitNumber(at: &place)
    let rate = Int(try input.u8(at: place) >> 5)
    return rate < rates.count ? Double(samples) / rates[rate] : nil
  }
}
