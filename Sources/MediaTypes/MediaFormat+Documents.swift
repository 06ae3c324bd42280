/// Documents of which a page can be shown.
extension MediaFormat {
  /// Portable Document Format (ISO 32000).
  public static let pdf = MediaFormat(
    "pdf", mime: "application/pdf", uniformType: "com.adobe.pdf", kind: .document,
    fileExtensions: ["pdf"])

  /// The formats of this page, in its order.
  package static let documents: [MediaFormat] = [
    .pdf
  ]
}
