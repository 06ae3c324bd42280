import MediaTypes

/// ImageMagick's own files.
///
/// Source: ImageMagick, "Magick Image File Format".
enum MIFF: FormatProbe {
  static let formats: [MediaFormat] = [.miff]
  static let firstBytes = FirstBytes.of("i", "{")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("id=ImageMagick", at: 0) else { return nil }
    return Recognition(.miff) { input, found throws(Shortage) in
      let head = try input.prefix(2048, at: 0).prefix { $0 != 0x3A }
      let fields = String(decoding: head, as: UTF8.self).split { $0 == " " || $0.isNewline }
      func number(_ key: String) -> Int? {
        fields.first { $0.hasPrefix(key) }.flatMap { Int($0.dropFirst(key.count)) }
      }
      found.setSize(number("columns=") ?? 0, number("rows=") ?? 0)
      found.facts.image.bitDepth = number("depth=")
    }
  }
}

extension MediaFormat {
  static let miff = MediaFormat(
    "miff", mime: "image/x-miff", uniformType: "org.imagemagick.miff", kind: .image,
    fileExtensions: ["miff", "mif"])
}
