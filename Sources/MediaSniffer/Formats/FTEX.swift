import MediaTypes

/// Textures of Independence War 2.
///
/// Source: Independence War 2 texture format notes (FTC, FTU).
enum FTEX: FormatProbe {
  static let formats: [MediaFormat] = [.ftex]
  static let firstBytes = FirstBytes.of("F")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.has("FTEX", at: 0) ? Recognition(.ftex, widthAt: 8, heightAt: 12) : nil
  }
}

extension MediaFormat {
  static let ftex = MediaFormat(
    "ftex", mime: "image/x-ftex", uniformType: "com.particle-systems.ftex", kind: .image,
    fileExtensions: ["ftc", "ftu"])
}
