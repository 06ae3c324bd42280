import MediaTypes

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
  static let imt = MediaFormat(
    "imt", mime: "image/x-imt", uniformType: "org.imtools.imt", kind: .image,
    fileExtensions: ["imt"])
}
