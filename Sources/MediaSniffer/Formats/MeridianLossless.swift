import MediaTypes

/// Meridian Lossless Packing and Dolby TrueHD, bare.
///
/// Source: Dolby, "Meridian Lossless Packing, Technical Reference", `format_sync` of the major sync
/// behind the access unit's header of four bytes.
enum MeridianLossless: FormatProbe {
  static let formats: [MediaFormat] = [.meridianLossless]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has([0xF8, 0x72, 0x6F], at: 4) else { return nil }
    let kind = try input.u8(at: 7)
    guard kind == 0xBA || kind == 0xBB else { return nil }
    return Recognition(.meridianLossless)
  }
}

extension MediaFormat {
  static let meridianLossless = MediaFormat(
    "mlp", mime: "audio/vnd.dolby.mlp",
    uniformType: "com.dolby.mlp", kind: .audio, fileExtensions: ["mlp", "thd"])
}
