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

/// Direct Stream Digital of Sony, with an ID3 tag at the end.
///
/// Source: Sony, "DSF File Format Specification" 1.01.
enum DSF: FormatProbe {
  static let formats: [MediaFormat] = [.dsf]
  static let firstBytes = FirstBytes.of("DSD ")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("DSD ", at: 0), try input.u64(at: 4, .little) == 28 else { return nil }
    return Recognition(.dsf, DSFParser())
  }
}

/// Reads the header, then the tag.
private struct DSFParser: FormatParser {
  private var tag: ID3Tag?

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if tag != nil { return try tag?.step(input) ?? .done }
    try input.require(72, at: 0)
    let rate = Double(try input.u32(at: 56, .little))
    let samples = Double(try input.u64(at: 64, .little))
    found.setSound("dsd", seconds: rate > 0 ? samples / rate : nil)
    let place = try input.u64(at: 20, .little)
    guard !input.isForwardOnly, place > 0, place < .max >> 1 else { return .done }
    tag = try ID3Tag(input, at: place)
    return tag == nil ? .done : .more
  }

  func conclude(_ found: inout Findings) { tag?.covers.emit(to: &found) }
}

extension MediaFormat {
  static let dsf = MediaFormat(
    "dsf", mime: "audio/x-dsf", uniformType: "com.sony.dsf", kind: .audio,
    fileExtensions: ["dsf"])
}
