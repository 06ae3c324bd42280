import MediaTypes

/// Truevision TGA.
///
/// The first version has no signature: the header must make sense in every field.
/// Source: Truevision TGA File Format Specification 2.0, "TGA File Header".
enum TGA: FormatProbe {
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let mapType = try input.u8(at: 1)
    guard mapType <= 1 else { return nil }
    let imageType = try input.u8(at: 2)
    guard [1, 2, 3, 9, 10, 11].contains(imageType) else { return nil }
    try input.require(18, at: 0)
    let mapDepth = try input.u8(at: 7)
    let width = try input.u16(at: 12, .little)
    let height = try input.u16(at: 14, .little)
    let depth = try input.u8(at: 16)
    let descriptor = try input.u8(at: 17)
    guard width > 0, height > 0, descriptor & 0xC0 == 0, descriptor & 15 <= 8 else { return nil }
    if mapType == 1 {
      guard try input.u16(at: 5, .little) > 0, [8, 15, 16, 24, 32].contains(mapDepth) else {
        return nil
      }
    } else {
      guard try input.u32(at: 3) == 0, mapDepth == 0 else { return nil }
    }
    let isPalette = imageType & 7 == 1
    let isGrey = imageType & 7 == 3
    let depths: [UInt8] = isPalette || isGrey ? [8, 16] : [15, 16, 24, 32]
    guard depths.contains(depth), !isPalette || mapType == 1 else { return nil }
    return Recognition(.tga) { _, found throws(Shortage) in
      found.setSize(width, height)
      let hasAlpha = descriptor & 15 != 0
      if isPalette {
        found.setChannels(1, .palette, bits: 8, alpha: mapDepth == 32)
      } else if isGrey {
        found.setChannels(Int(depth) / 8, .grey, bits: 8, alpha: depth == 16)
      } else {
        found.setChannels(depth == 32 ? 4 : 3, .rgb, bits: depth < 24 ? 5 : 8, alpha: hasAlpha)
      }
      found.facts.image.isLossless = true
      found.facts.image.compression = imageType >= 9 ? "rle" : "none"
    }
  }
}
