import MediaTypes

/// Farbfeld.
///
/// Source: suckless.org, farbfeld(5).
enum Farbfeld: FormatProbe {
  static let formats: [MediaFormat] = [.farbfeld]
  static let firstBytes = FirstBytes.of("f")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("farbfeld", at: 0) else { return nil }
    return Recognition(.farbfeld) { input, found throws(Shortage) in
      found.setSize(try input.u32(at: 8), try input.u32(at: 12))
      found.setChannels(4, .rgb, bits: 16, alpha: true)
      found.facts.image.isLossless = true
      found.facts.image.compression = "none"
    }
  }
}

extension MediaFormat {
  static let farbfeld = MediaFormat(
    "farbfeld", mime: "image/x-farbfeld", uniformType: "org.suckless.farbfeld", kind: .image,
    fileExtensions: ["ff"])
}
