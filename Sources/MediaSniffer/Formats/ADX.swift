import MediaTypes

/// ADX, the sound of games by CRI.
///
/// Source: FFmpeg's documentation of the container; the owner's words stand before the samples.
enum ADX: FormatProbe {
  static let formats: [MediaFormat] = [.adx]
  static let firstBytes = FirstBytes.anyOf([0x80])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0x8000 else { return nil }
    let samples = UInt64(try input.u16(at: 2)) + 4
    guard samples >= 16, try input.has("(c)CRI", at: samples - 6) else { return nil }
    return Recognition(.adx)
  }
}

extension MediaFormat {
  static let adx = MediaFormat(
    "adx", mime: "audio/x-adx",
    uniformType: "jp.co.cri-mw.adx", kind: .audio, fileExtensions: ["adx"])
}
