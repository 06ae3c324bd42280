import MediaTypes

/// The sound files of IRCAM, of several machines.
///
/// Source: IRCAM, "BICSF sound file format", the magic numbers.
enum IRCAM: SignatureProbe {
  static let signatures = [
    Signature(.ircam, [0x64, 0xA3, 1, 0]),
    Signature(.ircam, [0x64, 0xA3, 2, 0]),
    Signature(.ircam, [0x64, 0xA3, 3, 0]),
    Signature(.ircam, [0x64, 0xA3, 4, 0]),
    Signature(.ircam, [0, 1, 0xA3, 0x64]),
    Signature(.ircam, [0, 2, 0xA3, 0x64]),
    Signature(.ircam, [0, 3, 0xA3, 0x64]),
    Signature(.ircam, [0, 4, 0xA3, 0x64]),
  ]
}

extension MediaFormat {
  static let ircam = MediaFormat(
    "ircam", mime: "audio/x-ircam",
    uniformType: "fr.ircam.sound", kind: .audio, fileExtensions: ["sf", "ircam"])
}
