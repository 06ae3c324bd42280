import MediaTypes

/// Portable Document Format.
///
/// Source: ISO 32000-2:2020 § 7.5.2.
enum PDF: FormatProbe {
  static let firstBytes = FirstBytes.of("%PDF-")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.has("%PDF-", at: 0) ? Recognition(.pdf) : nil
  }
}
