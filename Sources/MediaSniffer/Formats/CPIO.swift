import MediaTypes

/// Archives of cpio, in its binary and its text forms.
///
/// Source: POSIX.1-2001, pax, "cpio Interchange Format"; cpio(5).
enum CPIO: SignatureProbe {
  static let signatures = [
    Signature(.cpio, "070701"),
    Signature(.cpio, "070702"),
    Signature(.cpio, "070707"),
    Signature(.cpio, [0xC7, 0x71]),
  ]
}

extension MediaFormat {
  static let cpio = MediaFormat(
    "cpio", mime: "application/x-cpio",
    uniformType: "public.cpio-archive", kind: .other, fileExtensions: ["cpio"],
    conformsTo: [.archive])
}
