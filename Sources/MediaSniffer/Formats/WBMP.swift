import MediaTypes

/// Wireless bitmaps of type 0.
///
/// There is no signature: the length of the file must be what the sides demand.
/// Source: WAP-237-WAEMT § 6.
enum WBMP: FormatProbe {
  static let formats: [MediaFormat] = [.wbmp]
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard let byteCount = input.byteCount, try input.u16(at: 0) == 0 else { return nil }
    var place: UInt64 = 2
    let width = try input.sevenBitNumber(at: &place)
    let height = try input.sevenBitNumber(at: &place)
    guard width > 0, height > 0, width <= 0xFFFF, height <= 0xFFFF else { return nil }
    guard place + (width + 7) / 8 * height == byteCount else { return nil }
    return Recognition(.wbmp) { _, found throws(Shortage) in
      found.setSize(width, height)
      found.setChannels(1, .grey, bits: 1)
      found.facts.image.isLossless = true
      found.facts.image.compression = "none"
    }
  }
}

extension MediaFormat {
  static let wbmp = MediaFormat(
    "wbmp", mime: "image/vnd.wap.wbmp", uniformType: "org.wapforum.wbmp", kind: .image,
    fileExtensions: ["wbmp"])
}
