import MediaTypes

/// QuickDraw pictures, with and without the 512 empty bytes in front.
///
/// Source: Inside Macintosh: Imaging With QuickDraw, Appendix A, "The Version 2 Picture Format".
enum PICT: FormatProbe {
  static let formats: [MediaFormat] = [.pict]
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if let picture = try recognise(input, at: 0) { return picture }
    guard try input.u32(at: 0) == 0, try input.u32(at: 4) == 0 else { return nil }
    return try recognise(input, at: 512)
  }

  private static func recognise(
    _ input: ByteWindow, at start: UInt64
  ) throws(Shortage) -> Recognition? {
    let opcode = try input.u32(at: start + 10)
    guard opcode == 0x0011_02FF || opcode >> 16 == 0x1101 else { return nil }
    let top = Int16(bitPattern: try input.u16(at: start + 2))
    let left = Int16(bitPattern: try input.u16(at: start + 4))
    let bottom = Int16(bitPattern: try input.u16(at: start + 6))
    let right = Int16(bitPattern: try input.u16(at: start + 8))
    guard bottom > top, right > left else { return nil }
    return Recognition(.pict) { _, found throws(Shortage) in
      found.setSize(Int(right) - Int(left), Int(bottom) - Int(top))
    }
  }
}

extension MediaFormat {
  static let pict = MediaFormat(
    "pict", mime: "image/x-pict", uniformType: "com.apple.pict", kind: .image,
    fileExtensions: ["pict", "pct", "pic"])
}
