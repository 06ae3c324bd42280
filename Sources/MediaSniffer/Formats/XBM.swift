import MediaTypes

/// X bitmaps: C source with two definitions and an array.
///
/// Source: X Consortium, Xlib – C Language X Interface § 16.9.
enum XBM: FormatProbe {
  static let firstBytes = FirstBytes.of("#", "/")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    // A comment may stand in front.
    guard try input.has(oneOf: "#define ", "/*", at: 0) else { return nil }
    let head = String(decoding: try input.prefix(512, at: 0), as: UTF8.self)
    var width: Int?
    var height: Int?
    for line in head.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard words.first == "#define" else {
        guard width == nil else { break }
        continue
      }
      guard words.count >= 3, let number = Int(words[2]) else { continue }
      if words[1].hasSuffix("_width") || words[1] == "width" { width = number }
      if words[1].hasSuffix("_height") || words[1] == "height" { height = number }
    }
    guard let width, let height, head.contains("_bits") || head.contains("[]") else { return nil }
    return Recognition(.xbm) { _, found throws(Shortage) in
      found.setSize(width, height)
      found.setChannels(1, .grey, bits: 1)
      found.facts.image.isLossless = true
      found.facts.image.compression = "text"
    }
  }
}
