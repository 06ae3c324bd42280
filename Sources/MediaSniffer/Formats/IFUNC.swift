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

/// IM Tools images (IMT), whose header is lines of keys and values.
///
/// Source: IM Tools, "IMT format", as Pillow documents it.
enum IMTools: FormatProbe {
  static let formats: [MediaFormat] = [.imt]
  static let firstBytes = FirstBytes.of("*", "w", "h")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has(oneOf: "*", "width ", "height ", at: 0)
    else { return nil }
    let head = try input.prefix(128, at: 0)
    guard let end = head.firstIndex(of: 0x0C) else { return nil }
    var (width, height) = (0, 0)
    for line in String(decoding: head[..<end], as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]) else { continue }
      if words[0] == "width" { width = number }
      if words[0] == "height" { height = number }
    }
    guard width > 0, height > 0 else { return nil }
    return Recognition(.imt) { [width, height] _, found throws(Shortage) in
      found.setSize(width, height)
    }
  }
}

extension MediaFormat {
  static let ifunc = MediaFormat(
    "im", mime: "image/x-im", uniformType: "org.ifunc.im", kind: .image, fileExtensions: ["im"])
  static let imt = MediaFormat(
    "imt", mime: "image/x-imt", uniformType: "org.imtools.imt", kind: .image,
    fileExtensions: ["imt"])
}
