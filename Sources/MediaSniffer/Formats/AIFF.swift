import MediaTypes

/// AIFF and AIFF-C.
///
/// Source: Apple, "Audio Interchange File Format AIFF-C", common chunk.
enum AIFF: FormatProbe {
  static let firstBytes = FirstBytes.of("FORM")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("FORM", at: 0), try input.has(oneOf: "AIFF", "AIFC", at: 8) else {
      return nil
    }
    let isPacked = try input.has("AIFC", at: 8)
    return Recognition(
      .aiff,
      SoundChunksParser(.big) { name, content, _, input, notes throws(Shortage) in
        if name == "SSND" { notes.isSoundReached = true }
        guard name == "COMM" else { return }
        try input.require(isPacked ? 22 : 18, at: content)
        let frames = Double(try input.u32(at: content + 2))
        let rate = try extended(at: content + 8, input)
        if rate > 0 { notes.seconds = frames / rate }
        let codec = isPacked ? try input.fourCC(at: content + 18).description : "NONE"
        notes.codec = ["NONE", "sowt", "twos"].contains(codec) ? "pcm" : codec.lowercased()
      })
  }

  /// A number of 80 bits in the format of IEEE 754.
  private static func extended(at place: UInt64, _ input: ByteWindow) throws(Shortage) -> Double {
    let exponent = Int(try input.u16(at: place) & 0x7FFF) - 16383 - 63
    guard -1000...200 ~= exponent else { return 0 }
    return Double(
      sign: .plus, exponent: exponent, significand: Double(try input.u64(at: place + 2)))
  }
}
