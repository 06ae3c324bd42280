import MediaTypes

/// Scalable Vector Graphics, plain and inside gzip.
///
/// Source: SVG 2 § 5.1, § 8.2 and § 8.12; gzip: RFC 1952 § 2.3.
enum SVG: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x3C, 0xEF, 0x20, 0x09, 0x0A, 0x0D])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard let head = try XMLHead.read(input), head.localName == "svg" else { return nil }
    return recognition(.svg, head)
  }

  /// Names the format, and takes the size from the root element.
  static func recognition(_ format: MediaFormat, _ head: XMLHead) -> Recognition {
    let size = size(of: head)
    return Recognition(format) { _, found throws(Shortage) in
      found.facts.size = size
      found.facts.image.hasAlpha = true
    }
  }

  /// The size in pixels at 72 dots an inch, which is what librsvg is asked for.
  ///
  /// A side that is not given follows from the other and the shape of the view box.
  private static func size(of head: XMLHead) -> PixelSize? {
    let box = head["viewBox"]?.split { " ,\t\n\r".contains($0) }.map { Double($0) ?? .nan } ?? []
    let view: (width: Double, height: Double)? =
      box.count == 4 && box[2] > 0 && box[3] > 0 ? (box[2], box[3]) : nil
    let width = head["width"].flatMap { pixels($0, of: view?.width) }
    let height = head["height"].flatMap { pixels($0, of: view?.height) }
    switch (width, height, view) {
    case (let width?, let height?, _): return rounded(width, height)
    case (let width?, nil, let view?): return rounded(width, width * view.height / view.width)
    case (nil, let height?, let view?): return rounded(height * view.width / view.height, height)
    case (nil, nil, let view?): return rounded(view.width, view.height)
    default: return nil
    }
  }

  private static func rounded(_ width: Double, _ height: Double) -> PixelSize? {
    guard width > 0, height > 0, max(width, height) <= Double(Int32.max) else { return nil }
    let size = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
    return size.isValid ? size : nil
  }

  /// A length in pixels; a share of the whole is taken of the view box.
  private static func pixels(_ length: String, of whole: Double?) -> Double? {
    let text = length.split { " \t\n\r".contains($0) }.first ?? ""
    let units: [(name: String, pixels: Double)] = [
      ("px", 1), ("pt", 1), ("in", 72), ("cm", 72 / 2.54), ("mm", 72 / 25.4), ("pc", 12),
      ("em", 12), ("ex", 6), ("%", (whole ?? 0) / 100), ("", 1),
    ]
    for unit in units where text.hasSuffix(unit.name) {
      guard let number = Double(text.dropLast(unit.name.count)) else { continue }
      return number * unit.pixels
    }
    return nil
  }
}

/// SVG inside gzip: the first bytes are unpacked.
enum SVGZ: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x1F])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0x1F8B, try input.u8(at: 2) == 8,
      let start = try Gzip.startOfData(input)
    else { return nil }
    for count in [512, 2048, 8192] {
      let packed = try input.prefix(count, at: start)
      let text = Inflate.prefix(of: packed, longest: 2 * count)
      switch XMLHead.parse(text[...]) {
      case .root(let head) where head.localName == "svg": return SVG.recognition(.svgz, head)
      case .root, .notXML: return nil
      case .incomplete: if packed.count < count { return nil }
      }
    }
    return nil
  }
}
