import MediaTypes

/// AC-3 and Enhanced AC-3.
///
/// Source: ATSC A/52:2018 § 5.3, table 5.18, and annex E § 2.2.
enum AC3: FormatProbe {
  static let formats: [MediaFormat] = [.ac3, .eac3]
  static let firstBytes = FirstBytes.anyOf([0x0B])
  private static let kilobits: [UInt64] = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0x0B77 else { return nil }
    let version = try input.u8(at: 5) >> 3
    guard version <= 16 else { return nil }
    let isEnhanced = version > 10
    guard let length = isEnhanced ? try enhancedLength(input) : try plainLength(input) else {
      return nil
    }
    if !input.ends(before: length + 2), try input.u16(at: length) != 0x0B77 { return nil }
    return Recognition(isEnhanced ? .eac3 : .ac3) { _, found throws(Shortage) in
      found.setSound(isEnhanced ? "eac3" : "ac3")
    }
  }

  private static func enhancedLength(_ input: ByteWindow) throws(Shortage) -> UInt64? {
    let words = UInt64(try input.u16(at: 2) & 0x7FF) + 1
    return words < 4 ? nil : 2 * words
  }

  private static func plainLength(_ input: ByteWindow) throws(Shortage) -> UInt64? {
    let code = Int(try input.u8(at: 4))
    guard code & 63 < 2 * kilobits.count else { return nil }
    let rate = kilobits[(code & 63) / 2]
    switch code >> 6 {
    case 0: return rate * 4
    case 1: return (rate * 1_536_000 / 44100 / 16 + UInt64(code & 1)) * 2
    case 2: return rate * 6
    default: return nil
    }
  }
}

extension MediaFormat {
  static let ac3 = MediaFormat(
    "ac3", mime: "audio/ac3", uniformType: "public.ac3-audio", kind: .audio,
    fileExtensions: ["ac3"])

  static let eac3 = MediaFormat(
    "eac3", mime: "audio/eac3", uniformType: "public.enhanced-ac3-audio", kind: .audio,
    fileExtensions: ["eac3", "ec3"])
}
