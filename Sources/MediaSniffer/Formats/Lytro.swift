import MediaTypes

/// Light field pictures of Lytro.
///
/// Source: the signature of LFP files as ExifTool documents it.
enum Lytro: FormatProbe {
  static let formats: [MediaFormat] = [.lytro]
  static let firstBytes = FirstBytes.anyOf([0x89])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.u64(at: 0) == 0x894C_4650_0D0A_1A0A ? Recognition(.lytro) : nil
  }
}

extension MediaFormat {
  static let lytro = MediaFormat(
    "lytro", mime: "image/x-lytro-lfp", uniformType: "com.lytro.lfp", kind: .image,
    fileExtensions: ["lfp", "lfr"])
}
