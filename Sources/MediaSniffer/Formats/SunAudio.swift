import MediaTypes

/// Sun's sound files.
///
/// Source: Sun Microsystems, audio(5), "The Sun audio file format".
enum SunAudio: SignatureProbe {
  static let signatures = [Signature(.sunAudio, ".snd")]
}

extension MediaFormat {
  static let sunAudio = MediaFormat(
    "au", mime: "audio/basic",
    uniformType: "public.au-audio", kind: .audio, fileExtensions: ["au", "snd"])
}
