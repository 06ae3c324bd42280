import MediaTypes

/// 7z archives.
///
/// Source: 7-Zip, "7zFormat.txt", signature header.
enum SevenZip: SignatureProbe {
  static let signatures = [Signature(.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])]
}

extension MediaFormat {
  static let sevenZip = MediaFormat(
    "7z", mime: "application/x-7z-compressed",
    uniformType: "org.7-zip.7-zip-archive", kind: .other, fileExtensions: ["7z"],
    conformsTo: [.archive])
}
