import MediaTypes

/// NUT, the container of MPlayer and FFmpeg.
///
/// Source: "NUT Open Container Format", file_id_string.
enum NUT: SignatureProbe {
  static let signatures = [
    Signature(.nut, "nut/multimedia container\0")
  ]
}
