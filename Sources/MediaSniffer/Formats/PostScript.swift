import MediaTypes

/// PostScript, also encapsulated and with a preview for DOS.
///
/// Source: Adobe, "PostScript Language Document Structuring Conventions" 3.0 § 3.1; technical note
/// 5002 § 5.2.
enum PostScript: FormatProbe {
  static let formats: [MediaFormat] = [.postScript]
  static let firstBytes = FirstBytes.anyOf([0x25, 0xC5])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let isBinary = try input.u32(at: 0) == 0xC5D0_D3C6
    let isText = try input.has("%!PS", at: 0)
    return isBinary || isText ? Recognition(.postScript) : nil
  }
}

extension MediaFormat {
  static let postScript = MediaFormat(
    "postscript", mime: "application/postscript", uniformType: "com.adobe.postscript",
    kind: .document, fileExtensions: ["ps", "eps"], conformsTo: [.composite])
}
