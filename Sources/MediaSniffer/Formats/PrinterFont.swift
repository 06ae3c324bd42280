import MediaTypes

/// Metrics of PostScript fonts for Windows.
///
/// Source: Adobe, technical note 5178, "Building PFM Files for PostScript-Language CJK Fonts",
/// header.
enum PrinterFont: FormatProbe {
  static let formats: [MediaFormat] = [.printerFont]
  static let firstBytes = FirstBytes.anyOf([0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u16(at: 0, .little) == 0x0100 else { return nil }
    // The length of the file, the copyright, and the type of a font in a printer.
    let length = UInt64(try input.u32(at: 2, .little))
    guard length >= 117, input.byteCount.map({ $0 == length }) ?? true else { return nil }
    guard try input.u16(at: 66, .little) & 0xFF7F == 1 else { return nil }
    return Recognition(.printerFont)
  }
}

extension MediaFormat {
  static let printerFont = MediaFormat(
    "pfm", mime: "application/x-font-pfm", uniformType: "com.adobe.pfm-font", kind: .other,
    fileExtensions: ["pfm"], conformsTo: [.font])
}
