import MediaTypes

/// JPEG-LS.
///
/// Source: ITU-T T.87 § C.2.2.
enum JPEGLS: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0xFF])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0xFFD8_FFF7 else { return nil }
    return Recognition(.jls) { input, found throws(Shortage) in
      try input.require(8, at: 4)
      found.setSize(try input.u16(at: 9), try input.u16(at: 7))
      let channels = Int(try input.u8(at: 11))
      found.setChannels(channels, channels == 1 ? .grey : .rgb, bits: Int(try input.u8(at: 6)))
      found.facts.image.compression = "jpeg-ls"
    }
  }
}
