/// Sound files that may carry a cover.
extension MediaFormat {
  /// MPEG audio, layers 1 to 3.
  public static let mp3 = MediaFormat(
    "mp3", mime: "audio/mpeg", uniformType: "public.mp3", kind: .audio,
    fileExtensions: ["mp3"])

  /// MPEG-4 file with sound only.
  public static let m4a = MediaFormat(
    "m4a", mime: "audio/mp4", uniformType: "public.mpeg-4-audio", kind: .audio,
    fileExtensions: ["m4a", "m4b", "mp4"])

  /// AAC in ADTS or LATM.
  public static let aac = MediaFormat(
    "aac", mime: "audio/aac", uniformType: "public.aac-audio", kind: .audio,
    fileExtensions: ["aac"])

  /// Free Lossless Audio Codec.
  public static let flac = MediaFormat(
    "flac", mime: "audio/flac", uniformType: "org.xiph.flac", kind: .audio,
    fileExtensions: ["flac"])

  /// Ogg with sound only.
  public static let oggAudio = MediaFormat(
    "ogg", mime: "audio/ogg", uniformType: "org.xiph.ogg-audio", kind: .audio,
    fileExtensions: ["ogg", "oga", "opus", "spx"])

  /// WAVE.
  public static let wav = MediaFormat(
    "wav", mime: "audio/wav", uniformType: "com.microsoft.waveform-audio", kind: .audio,
    fileExtensions: ["wav"])

  /// AIFF.
  public static let aiff = MediaFormat(
    "aiff", mime: "audio/aiff", uniformType: "public.aiff-audio", kind: .audio,
    fileExtensions: ["aiff", "aif", "aifc"])

  /// Matroska with sound only.
  public static let matroskaAudio = MediaFormat(
    "matroska-audio", mime: "audio/x-matroska", uniformType: "org.matroska.mka", kind: .audio,
    fileExtensions: ["mka"])

  /// WebM with sound only.
  public static let webmAudio = MediaFormat(
    "webm-audio", mime: "audio/webm", uniformType: "org.webmproject.webm-audio", kind: .audio,
    fileExtensions: ["weba", "webm"])

  /// Windows Media audio.
  public static let wma = MediaFormat(
    "wma", mime: "audio/x-ms-wma", uniformType: "com.microsoft.windows-media-wma", kind: .audio,
    fileExtensions: ["wma"])

  /// Monkey's Audio.
  public static let ape = MediaFormat(
    "ape", mime: "audio/x-ape", uniformType: "com.monkeysaudio.ape", kind: .audio,
    fileExtensions: ["ape"])

  /// WavPack.
  public static let wavpack = MediaFormat(
    "wavpack", mime: "audio/x-wavpack", uniformType: "com.wavpack.wv", kind: .audio,
    fileExtensions: ["wv"])

  /// Musepack.
  public static let musepack = MediaFormat(
    "musepack", mime: "audio/x-musepack", uniformType: "com.musepack.mpc", kind: .audio,
    fileExtensions: ["mpc"])

  /// The formats of this page, in its order.
  package static let audio: [MediaFormat] = [
    .mp3, .m4a, .aac, .flac, .oggAudio, .wav, .aiff, .matroskaAudio, .webmAudio, .wma, .ape,
    .wavpack, .musepack,
  ]
}
