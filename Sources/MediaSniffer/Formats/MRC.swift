import MediaTypes

/// Electron microscopy maps.
///
/// Source: MRC2014, "Main Header".
enum MRC: FormatProbe {
  static let formats: [MediaFormat] = [.mrc]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("MAP ", at: 208) else { return nil }
    let stamp = try input.u8(at: 212)
    guard stamp == 0x44 || stamp == 0x11 else { return nil }
    return Recognition(.mrc, widthAt: 0, heightAt: 4, stamp == 0x11 ? .big : .little)
  }
}

extension MediaFormat {
  static let mrc = MediaFormat(
    "mrc", mime: "image/x-mrc", uniformType: "uk.ac.mrc.map", kind: .image,
    fileExtensions: ["mrc", "map"])
}
