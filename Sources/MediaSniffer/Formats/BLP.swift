import MediaTypes

/// Textures of Blizzard's games.
///
/// Source: the header of BLP1 and BLP2 as community documentation gives it.
enum BLP: FormatProbe {
  static let formats: [MediaFormat] = [.blp]
  static let firstBytes = FirstBytes.of("B")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has(oneOf: "BLP1", "BLP2", at: 0) else { return nil }
    return Recognition(.blp, widthAt: 12, heightAt: 16)
  }
}

extension MediaFormat {
  static let blp = MediaFormat(
    "blp", mime: "image/x-blp", uniformType: "com.blizzard.blp", kind: .image,
    fileExtensions: ["blp"])
}
