import MediaTypes

/// Advanced Audio Coding as a stream: ADTS and LATM; and ADIF, with one header for all.
///
/// Source: ISO/IEC 13818-7 § 6.2 (ADTS) and § 6.1 (ADIF); ISO/IEC 14496-3 § 1.7.2 (LOAS).
enum AAC: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0xFF, 0x56, 0x41])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if try isADTS(at: 0, input) { return recognition("aac") }
    if try input.has("ADIF", at: 0) { return recognition("aac") }
    guard let length = try frameLength(latm: 0, input) else { return nil }
    guard try frameLength(latm: length, input) != nil else { return nil }
    return recognition("aac_latm")
  }

  /// Whether a frame of ADTS stands at an offset, and another of its kind behind it.
  static func isADTS(at start: UInt64, _ input: ByteWindow) throws(Shortage) -> Bool {
    let head = try input.u16(at: start)
    guard head & 0xFFF6 == 0xFFF0 else { return false }
    let fields = try input.u32(at: start + 2)
    let length = UInt64(fields >> 5 & 0x1FFF)
    guard fields >> 26 & 15 < 13, length > 7 else { return false }
    if input.ends(before: start + length + 4) { return !input.ends(before: start + length) }
    guard try input.u16(at: start + length) == head else { return false }
    return UInt32(try input.u8(at: start + length + 2) >> 2) == fields >> 26
  }

  private static func frameLength(
    latm start: UInt64, _ input: ByteWindow
  ) throws(Shortage) -> UInt64? {
    let head = try input.u32(at: start) >> 8
    guard head >> 13 == 0x2B7, head & 0x1FFF > 0 else { return nil }
    return start + 3 + UInt64(head & 0x1FFF)
  }

  private static func recognition(_ codec: String) -> Recognition {
    Recognition(.aac) { _, found throws(Shortage) in found.setSound(codec) }
  }
}
