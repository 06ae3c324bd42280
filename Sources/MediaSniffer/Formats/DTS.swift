import MediaTypes

/// DTS Coherent Acoustics, bare: in words of 16 or 14 bits, in either order.
///
/// Source: ETSI TS 102 114 § 5.3.1, the sync word.
enum DTS: SignatureProbe {
  static let signatures = [
    Signature(.dts, [0x7F, 0xFE, 0x80, 0x01]),
    Signature(.dts, [0xFE, 0x7F, 0x01, 0x80]),
    Signature(.dts, [0x1F, 0xFF, 0xE8, 0x00]),
    Signature(.dts, [0xFF, 0x1F, 0x00, 0xE8]),
  ]
}

extension MediaFormat {
  static let dts = MediaFormat(
    "dts", mime: "audio/vnd.dts",
    uniformType: "com.dts.coherent-acoustics", kind: .audio, fileExtensions: ["dts"])
}
