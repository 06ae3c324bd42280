import MediaTypes

/// LHa's archives.
///
/// Source: H. Yoshizaki, LHa, header levels 0 to 2: the method stands between hyphens.
enum LZH: FormatProbe {
  static let formats: [MediaFormat] = [.lzh]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("-lh", at: 2), try input.has("-", at: 6) else { return nil }
    return Recognition(.lzh)
  }
}

extension MediaFormat {
  static let lzh = MediaFormat(
    "lzh", mime: "application/x-lzh-compressed", uniformType: "public.lzh-archive", kind: .other,
    fileExtensions: ["lzh", "lha"],
    conformsTo: [.archive])
}
