import MediaTypes

/// IFUNC images (IM), whose header is lines of keys and values.
///
/// Source: IFUNC image processing environment, "IM format", as Pillow documents it.
enum IFUNC: FormatProbe {
  static let formats: [MediaFormat] = [.ifunc]
  static let firstBytes = FirstBytes.of("I", "N", "F", "L", "D", "S")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let keys = ["Image type: ", "Name: ", "File size (no of images): ", "Lut: ", "Date: ", "Scale"]
    var isKey = false
    for key in keys where try input.has(key, at: 0) { isKey = true }
    guard isKey else { return nil }
    let head = try input.prefix(512, at: 0).prefix { $0 != 0 }
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    let key = "Image size (x*y): "
    guard let size = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
    let sides = size.dropFirst(key.count).split(separator: "*").map { Int($0) ?? 0 }
    guard sides.count == 2 else { return nil }
    return Recognition(.ifunc) { _, found throws(Shortage) in found.setSize(sides[0], sides[1]) }
  }
}

extension MediaFormat {
  static let ifunc = MediaFormat(
    "im", mime: "image/x-im", uniformType: "org.ifunc.im", kind: .image, fileExtensions: ["im"])
}
