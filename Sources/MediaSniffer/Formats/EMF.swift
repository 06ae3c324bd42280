import MediaTypes

/// Enhanced Windows metafiles.
///
/// Source: Microsoft, [MS-EMF] § 2.3.4.2, Header.
enum EMF: FormatProbe {
  static let formats: [MediaFormat] = [.emf]
  static let firstBytes = FirstBytes.anyOf([1])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0x0100_0000, try input.has(" EMF", at: 40) else { return nil }
    return Recognition(.emf) { input, found throws(Shortage) in
      let left = Int64(Int32(bitPattern: try input.u32(at: 8, .little)))
      let top = Int64(Int32(bitPattern: try input.u32(at: 12, .little)))
      let right = Int64(Int32(bitPattern: try input.u32(at: 16, .little)))
      let bottom = Int64(Int32(bitPattern: try input.u32(at: 20, .little)))
      found.setSize(right - left, bottom - top)
    }
  }
}

extension MediaFormat {
  static let emf = MediaFormat(
    "emf", mime: "image/emf", uniformType: "com.microsoft.emf", kind: .image,
    fileExtensions: ["emf"])
}
