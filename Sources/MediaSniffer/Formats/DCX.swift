import MediaTypes

/// Several PCX files in one.
///
/// Source: ZSoft PCX File Format Technical Reference Manual, revision 5.
enum DCX: FormatProbe {
  static let formats: [MediaFormat] = [.dcx]
  static let firstBytes = FirstBytes.anyOf([0xB1])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.u32(at: 0) == 0xB168_DE3A ? Recognition(.dcx) : nil
  }
}

extension MediaFormat {
  static let dcx = MediaFormat(
    "dcx", mime: "image/x-dcx", uniformType: "com.zsoft.dcx", kind: .image,
    fileExtensions: ["dcx"])
}
