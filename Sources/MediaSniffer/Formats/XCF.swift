import MediaTypes

/// GIMP's own files.
///
/// Source: GIMP, devel-docs/xcf.txt, "The master image structure".
enum XCF: FormatProbe {
  static let formats: [MediaFormat] = [.xcf]
  static let firstBytes = FirstBytes.of("g")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("gimp xcf ", at: 0) else { return nil }
    return Recognition(.xcf) { input, found throws(Shortage) in
      try input.require(26, at: 0)
      found.setSize(try input.u32(at: 14), try input.u32(at: 18))
      switch try input.u32(at: 22) {
      case 0: found.facts.image.colourModel = .rgb
      case 1: found.facts.image.colourModel = .grey
      case 2: found.facts.image.colourModel = .palette
      default: break
      }
      found.facts.image.isLossless = true
    }
  }
}

extension MediaFormat {
  static let xcf = MediaFormat(
    "xcf", mime: "image/x-xcf", uniformType: "org.gimp.xcf", kind: .image,
    fileExtensions: ["xcf"])
}
