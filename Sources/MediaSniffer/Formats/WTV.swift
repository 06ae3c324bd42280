import MediaTypes

/// Windows Recorded TV.
///
/// Source: FFmpeg's documentation of the container; the GUID at the front.
enum WTV: SignatureProbe {
  static let signatures = [Signature(.wtv, [0xB7, 0xD8, 0x00, 0x20, 0x37, 0x49, 0xDA, 0x11])]
}
