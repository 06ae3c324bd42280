import MediaTypes

/// Silicon Graphics images.
///
/// Source: Paul Haeberli, The SGI Image File Format, version 1.00, "The Header".
enum SGI: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x01])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0) == 0x01DA, try input.u8(at: 2) <= 1,
      (1...2).contains(try input.u8(at: 3)), (1...3).contains(try input.u16(at: 4))
    else { return nil }
    return Recognition(.sgi) { input, found throws(Shortage) in
      try input.require(12, at: 0)
      let dimensions = try input.u16(at: 4)
      found.setSize(try input.u16(at: 6), dimensions == 1 ? 1 : try input.u16(at: 8))
      let channels = dimensions == 3 ? Int(try input.u16(at: 10)) : 1
      found.setChannels(
        channels, channels < 3 ? .grey : .rgb, bits: 8 * Int(try input.u8(at: 3)),
        alpha: channels == 2 || channels == 4)
      found.facts.image.isLossless = true
      found.facts.image.isPlanar = true
      found.facts.image.compression = try input.u8(at: 2) == 1 ? "rle" : "none"
    }
  }
}
