import MediaTypes

/// Progressive Graphics File.
///
/// Source: libPGF, PGFtypes.h, PGFPreHeader and PGFHeader.
enum PGF: FormatProbe {
  static let formats: [MediaFormat] = [.pgf]
  static let firstBytes = FirstBytes.of("P")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("PGF", at: 0), (0x30...0x7F).contains(try input.u8(at: 3)),
      try input.u32(at: 4, .little) >= 16
    else { return nil }
    return Recognition(.pgf, widthAt: 8, heightAt: 12)
  }
}

extension MediaFormat {
  static let pgf = MediaFormat(
    "pgf", mime: "image/x-pgf", uniformType: "org.libpgf.pgf", kind: .image,
    fileExtensions: ["pgf"])
}
