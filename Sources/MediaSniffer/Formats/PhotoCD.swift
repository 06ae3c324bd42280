import MediaTypes

/// Kodak Photo CD.
///
/// Source: hpcdtoppm, "PCD file format".
enum PhotoCD: FormatProbe {
  static let formats: [MediaFormat] = [.photoCD]
  static let firstBytes = FirstBytes.anyOf([0xFF])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u64(at: 0) == .max, try input.has("PCD_", at: 2048) else { return nil }
    return Recognition(.photoCD) { input, found throws(Shortage) in
      // The picture that all such files have; larger ones are differences to it.
      found.setSize(768, 512)
      found.facts.orientation = Orientation(
        clockwiseQuarterTurns: -Int(try input.u8(at: 0xE02) & 3), mirrored: false)
    }
  }
}

extension MediaFormat {
  static let photoCD = MediaFormat(
    "photo-cd", mime: "image/x-photo-cd", uniformType: "com.kodak.photo-cd", kind: .image,
    fileExtensions: ["pcd"])
}
