import MediaTypes

/// Books of Mobipocket and of the Kindle.
///
/// Source: Palm, "File Format Specification", database header: type and creator.
enum Mobipocket: FormatProbe {
  static let formats: [MediaFormat] = [.mobipocket]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    try input.has("BOOKMOBI", at: 60) ? Recognition(.mobipocket) : nil
  }
}

extension MediaFormat {
  static let mobipocket = MediaFormat(
    "mobi", mime: "application/x-mobipocket-ebook", uniformType: "com.mobipocket.ebook",
    kind: .document, fileExtensions: ["mobi"],
    conformsTo: [.composite])
}
