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
    guard let format = try format(at: 0, input) else { return nil }
    return Recognition(format) { _, found throws(Shortage) in found.setSound(format.name) }
  }

  /// Which of both begins with a frame at an offset, where another frame follows or the file ends.
  static func format(at start: UInt64, _ input: ByteWindow) throws(Shortage) -> MediaFormat? {
    guard try input.u16(at: start) == 0x0B77 else { return nil }
    let version = try input.u8(at: start + 5) >> 3
    guard version <= 16 else { return nil }
    let isEnhanced = version > 10
    let length = isEnhanced ? try enhancedLength(start, input) : try plainLength(start, input)
    guard let length else { return nil }
    let next = start + length
    if !input.ends(before: next + 2), try input.u16(at: next) != 0x0B77 { return nil }
    return isEnhanced ? .eac3 : .ac3
  }

  private static func enhancedLength(
    _ start: UInt64, _ input: ByteWindow
  ) throws(Shortage) -> UInt64? {
    let words = UInt64(try input.u16(at: start + 2) & 0x7FF) + 1
    return words < 4 ? nil : 2 * words
  }

  private static func plainLength(
    _ start: UInt64, _ input: ByteWindow
  ) throws(Shortage) -> UInt64? {
    let code = Int(try input.u8(at: start + 4))
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
