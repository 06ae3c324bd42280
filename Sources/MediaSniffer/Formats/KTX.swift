import MediaTypes

/// Khronos textures, versions 1 and 2.
///
/// Source: Khronos KTX File Format Specification 1.0 § 2 and 2.0 § 3.
enum KTX: FormatProbe {
  static let formats: [MediaFormat] = [.ktx, .ktx2]
  static let firstBytes = FirstBytes.anyOf([0xAB])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("KTX ", at: 1), try input.u32(at: 8) == 0x0D0A_1A0A,
      try input.u8(at: 7) == 0xBB
    else { return nil }
    switch try input.u16(at: 5) {
    case 0x3131:
      return Recognition(.ktx) { input, found throws(Shortage) in
        let order: ByteOrder = try input.u32(at: 12) == 0x0403_0201 ? .big : .little
        found.setSize(try input.u32(at: 36, order), try input.u32(at: 40, order))
      }
    case 0x3230:
      return Recognition(.ktx2) { input, found throws(Shortage) in
        found.setSize(try input.u32(at: 20, .little), try input.u32(at: 24, .little))
      }
    default: return nil
    }
  }
}

extension MediaFormat {
  static let ktx = MediaFormat(
    "ktx", mime: "image/ktx", uniformType: "org.khronos.ktx", kind: .image,
    fileExtensions: ["ktx"])
  static let ktx2 = MediaFormat(
    "ktx2", mime: "image/ktx2", uniformType: "org.khronos.ktx2", kind: .image,
    fileExtensions: ["ktx2"])
}
