import MediaTypes

/// Audible's first format of spoken books.
///
/// Source: FFmpeg's documentation of the container; the mark behind the length.
enum Audible: FormatProbe {
  static let formats: [MediaFormat] = [.audible]
  static let firstBytes = FirstBytes.any

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 4) == 0x5790_7536 else { return nil }
    return Recognition(.audible) { _, found throws(Shortage) in found.setSound(nil) }
  }
}

extension MediaFormat {
  static let audible = MediaFormat(
    "aa", mime: "audio/x-pn-audibleaudio", uniformType: "com.audible.aa-audio", kind: .audio,
    fileExtensions: ["aa"])
}
