import MediaTypes

/// Paint Shop Pro.
///
/// Source: Jasc, PSP File Format Specification 8, "File Header" and "General Image Attributes".
enum PaintShopPro: FormatProbe {
  static let formats: [MediaFormat] = [.paintShopPro]
  static let firstBytes = FirstBytes.of("P")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("Paint Shop Pro Image File\n\u{1A}", at: 0) else { return nil }
    // The first block is always that of the attributes; its sides come first.
    return Recognition(.paintShopPro, widthAt: 50, heightAt: 54)
  }
}

extension MediaFormat {
  static let paintShopPro = MediaFormat(
    "psp", mime: "image/x-paintshoppro", uniformType: "com.jasc.psp", kind: .image,
    fileExtensions: ["psp", "pspimage"])
}
