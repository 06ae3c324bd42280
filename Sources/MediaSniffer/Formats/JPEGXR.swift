import MediaTypes

/// JPEG XR.
///
/// Source: ITU-T T.832 § A.4 and § A.7.
enum JPEGXR: FormatProbe {
  static let formats: [MediaFormat] = [.jxr]
  static let firstBytes = FirstBytes.of("I")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) & 0xFFFF_FF00 == 0x4949_BC00 else { return nil }
    return Recognition(.jxr) { input, found throws(Shortage) in
      guard let tiff = try TIFFStructure(input, at: 0),
        let directory = try tiff.directory(input, at: tiff.firstDirectory)
      else { return }
      var width: UInt64 = 0
      var height: UInt64 = 0
      for index in 0..<min(directory.count, 64) {
        let entry = try tiff.entry(input, index, of: directory)
        switch entry.tag {
        case 0xBC80: width = try tiff.integer(input, entry) ?? 0
        case 0xBC81: height = try tiff.integer(input, entry) ?? 0
        default: break
        }
      }
      found.setSize(width, height)
    }
  }
}

extension MediaFormat {
  static let jxr = MediaFormat(
    "jxr", mime: "image/jxr", uniformType: "com.microsoft.hd-photo", kind: .image,
    fileExtensions: ["jxr", "wdp", "hdp"])
}
