import MediaTypes

/// Sun raster files.
///
/// Source: SunOS rasterfile(5).
enum SunRaster: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x59])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0x59A6_6A95 else { return nil }
    return Recognition(.sunRaster) { input, found throws(Shortage) in
      try input.require(32, at: 0)
      found.setSize(try input.u32(at: 4), try input.u32(at: 8))
      switch try input.u32(at: 12) {
      case 1: found.setChannels(1, .grey, bits: 1)
      case 8: found.setChannels(1, try input.u32(at: 24) == 1 ? .palette : .grey, bits: 8)
      case 24: found.setChannels(3, .rgb, bits: 8)
      case 32: found.setChannels(4, .rgb, bits: 8)
      default: break
      }
      found.facts.image.isLossless = true
      found.facts.image.compression = try input.u32(at: 20) == 2 ? "rle" : "none"
    }
  }
}
