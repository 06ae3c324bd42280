import MediaTypes

/// Standard MIDI files.
///
/// Source: MIDI Manufacturers Association, "Standard MIDI Files 1.0", header chunk.
enum MIDI: SignatureProbe {
  static let signatures = [Signature(.midi, "MThd", at: 4, "\0\0\0\u{6}")]
}

extension MediaFormat {
  static let midi = MediaFormat(
    "midi", mime: "audio/midi",
    uniformType: "public.midi-audio", kind: .audio, fileExtensions: ["mid", "midi", "kar"])
}
