import MediaTypes

/// ZSoft PCX.
///
/// Source: ZSoft PCX File Format Technical Reference Manual, revision 5, "PCX File Header".
enum PCX: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x0A])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard [0, 2, 3, 4, 5].contains(try input.u8(at: 1)), try input.u8(at: 2) <= 1 else {
      return nil
    }
    let bits = try input.u8(at: 3)
    guard [1, 2, 4, 8].contains(bits) else { return nil }
    let (left, top) = (Int(try input.u16(at: 4, .little)), Int(try input.u16(at: 6, .little)))
    let (right, bottom) = (Int(try input.u16(at: 8, .little)), Int(try input.u16(at: 10, .little)))
    let planes = Int(try input.u8(at: 65))
    guard right >= left, bottom >= top, try input.u8(at: 64) == 0, (1...4).contains(planes) else {
      return nil
    }
    return Recognition(.pcx) { _, found throws(Shortage) in
      found.setSize(right - left + 1, bottom - top + 1)
      let isColour = planes >= 3 && bits == 8
      found.setChannels(
        isColour ? planes : 1, isColour ? .rgb : .palette, bits: Int(bits), alpha: planes == 4)
      found.facts.image.isLossless = true
      found.facts.image.compression = "rle"
    }
  }
}
