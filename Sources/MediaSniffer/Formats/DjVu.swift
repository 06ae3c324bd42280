import MediaTypes

/// DjVu documents.
///
/// Source: DjVu3 File Format Specification § 8.3.
enum DjVu: FormatProbe {
  static let formats: [MediaFormat] = [.djvu]
  static let firstBytes = FirstBytes.of("A")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("AT&TFORM", at: 0), try input.has("DJV", at: 12) else { return nil }
    return Recognition(.djvu) { input, found throws(Shortage) in
      guard try input.has("DJVUINFO", at: 12) else { return }
      found.setSize(try input.u16(at: 24), try input.u16(at: 26))
    }
  }
}

extension MediaFormat {
  static let djvu = MediaFormat(
    "djvu", mime: "image/vnd.djvu", uniformType: "com.lizardtech.djvu", kind: .image,
    fileExtensions: ["djvu", "djv"])
}
