import MediaTypes

/// Windows metafiles, with and without the placeable header.
///
/// Source: Microsoft, [MS-WMF] § 2.3.2.2 and § 2.3.2.3.
enum WMF: FormatProbe {
  static let formats: [MediaFormat] = [.wmf]
  static let firstBytes = FirstBytes.anyOf([0xD7, 1, 2])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if try input.u32(at: 0) == 0xD7CD_C69A {
      return Recognition(.wmf) { input, found throws(Shortage) in
        try input.require(16, at: 0)
        let width = try side(input, 6, 10)
        let height = try side(input, 8, 12)
        let unitsPerInch = Int(try input.u16(at: 14, .little))
        guard unitsPerInch > 0 else { return }
        // Points, as other programs take a metafile of no other resolution.
        found.setSize(width * 72 / unitsPerInch, height * 72 / unitsPerInch)
      }
    }
    // Type, header of nine words, version 1 or 3; and at the end a word that is always 0.
    guard [0x0100, 0x0200].contains(try input.u16(at: 0)), try input.u16(at: 2) == 0x0900,
      [0x0001, 0x0003].contains(try input.u16(at: 4)), try input.u16(at: 16) == 0
    else { return nil }
    return Recognition(.wmf)
  }

  private static func side(
    _ input: ByteWindow, _ low: UInt64, _ high: UInt64
  ) throws(Shortage) -> Int {
    let from = Int16(bitPattern: try input.u16(at: low, .little))
    let to = Int16(bitPattern: try input.u16(at: high, .little))
    return abs(Int(to) - Int(from))
  }
}

extension MediaFormat {
  static let wmf = MediaFormat(
    "wmf", mime: "image/wmf", uniformType: "com.microsoft.wmf", kind: .image,
    fileExtensions: ["wmf"])
}
