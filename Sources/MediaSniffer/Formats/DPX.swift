import MediaTypes

/// Digital Picture Exchange, and Cineon, from which it came.
///
/// Source: SMPTE ST 268:2014 § 4; Kodak, Cineon Image File Format, draft of 1993.
enum DPX: FormatProbe {
  static let formats: [MediaFormat] = [.cineon]
  static let firstBytes = FirstBytes.anyOf([0x53, 0x58, 0x80, 0xD7])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    switch try input.u32(at: 0) {
    case 0x5344_5058: return recognition(.dpx, .big, width: 772)
    case 0x5850_4453: return recognition(.dpx, .little, width: 772)
    case 0x802A_5FD7: return recognition(.cineon, .big, width: 200)
    case 0xD75F_2A80: return recognition(.cineon, .little, width: 200)
    default: return nil
    }
  }

  private static func recognition(
    _ format: MediaFormat, _ order: ByteOrder, width: UInt64
  ) -> Recognition {
    Recognition(format) { input, found throws(Shortage) in
      let (columns, rows) = (try input.u32(at: width, order), try input.u32(at: width + 4, order))
      // Unknown fields are filled with ones.
      guard columns != .max, rows != .max else { return }
      found.setSize(columns, rows)
    }
  }
}

extension MediaFormat {
  static let cineon = MediaFormat(
    "cineon", mime: "image/x-cineon", uniformType: "com.kodak.cineon", kind: .image,
    fileExtensions: ["cin"])
}
