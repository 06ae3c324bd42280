import MediaTypes

/// Multiple-image Network Graphics, and JNG.
///
/// Source: MNG 1.0 § 4.1.1, JNG 1.0 § 2.
enum MNG: FormatProbe {
  static let formats: [MediaFormat] = [.mng, .jng]
  static let firstBytes = FirstBytes.anyOf([0x8A, 0x8B])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    switch try input.u64(at: 0) {
    case 0x8A4D_4E47_0D0A_1A0A: Recognition(.mng, widthAt: 16, heightAt: 20, .big)
    case 0x8B4A_4E47_0D0A_1A0A: Recognition(.jng, widthAt: 16, heightAt: 20, .big)
    default: nil
    }
  }
}

extension MediaFormat {
  static let mng = MediaFormat(
    "mng", mime: "video/x-mng", uniformType: "org.libmng.mng", kind: .image,
    fileExtensions: ["mng"])
  static let jng = MediaFormat(
    "jng", mime: "image/x-jng", uniformType: "org.libmng.jng", kind: .image,
    fileExtensions: ["jng"])
}
