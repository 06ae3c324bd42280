import CFFmpeg

/// Which decoders may be used: the allow-list.
enum DecoderNames {
  /// The decoder of a codec, or `nil` where none is allowed or built in.
  ///
  /// WebM's alpha, where it is wanted, is decoded by libvpx only.
  static func decoder(
    for id: AVCodecID, withAlphaMode: Bool = false
  ) -> UnsafePointer<AVCodec>? {
    let name = unsafe String(cString: avcodec_get_name(id))
    guard allowed.contains(name) else { return nil }
    if withAlphaMode, let library = alphaDecoders[name],
      let decoder = unsafe avcodec_find_decoder_by_name(library)
    {
      return unsafe decoder
    }
    return unsafe avcodec_find_decoder(id)
  }

  private static let alphaDecoders = ["vp8": "libvpx", "vp9": "libvpx-vp9"]

  /// Codecs by the library's names, one a line of history.
  private static let allowed: Set<String> = [
    // What phones, cameras and the web make.
    "h264", "hevc", "av1", "vp8", "vp9", "mpeg4", "mpeg1video", "mpeg2video", "mjpeg", "theora",
    "vp3", "vp4", "vp5", "vp6", "vp6a", "vp6f", "vp7", "h261", "h263", "h263i", "h263p",
    // Editing and production.
    "prores", "dnxhd", "cfhd", "dvvideo", "hap", "qtrle", "rawvideo", "v210", "v210x", "v308",
    "v408", "v410", "r10k", "r210", "ayuv", "y41p", "yuv4", "012v", "avrn", "avui", "bitpacked",
    "notchlc", "speedhq", "pixlet", "mjpegb", "dirac", "snow", "aic", "sheervideo", "dxv",
    "dxtory", "magicyuv", "utvideo", "huffyuv", "ffvhuff", "ffv1", "lagarith", "fraps", "hq_hqa",
    "hqx", "cllc", "vble", "loco", "zlib", "mszh", "asv1", "asv2", "cljr",
    // Windows, QuickTime, Real and Flash of former years.
    "msmpeg4v1", "msmpeg4v2", "msmpeg4v3", "wmv1", "wmv2", "wmv3", "vc1", "wmv3image", "vc1image",
    "cinepak", "indeo2", "indeo3", "indeo4", "indeo5", "svq1", "svq3", "rpza", "smc", "8bps",
    "msrle", "msvideo1", "mss1", "mss2", "msa1", "mts2", "rv10", "rv20", "rv30", "rv40", "flv1",
    "flashsv", "flashsv2", "flic", "qpeg", "ulti", "vcr1", "vixl", "wnv1", "truemotion1",
    "truemotion2", "truemotion2rt", "cyuv", "aasc", "camstudio", "tscc", "tscc2", "zmbv", "kmvc",
    "g2m", "cavs", "mimic", "mvc1", "mvc2", "escape124", "escape130", "rscc", "screenpresso",
    "amv", "sp5x", "smvjpeg", "mxpeg", "ipu",
    // Still pictures.
    "bmp", "png", "apng", "gif", "tiff", "targa", "pcx", "psd", "qoi", "sgi", "sunrast", "xbm",
    "xpm", "dpx", "dds", "jpegls", "msp2", "webp", "jpeg2000", "exr", "ppm", "pgm", "pgmyuv",
    "pbm", "pam", "pfm", "phm", "fits", "xwd", "pictor", "photocd", "vbn", "gem", "ljpeg", "txd",
    "xface", "pgx", "alias_pix", "brender_pix", "iff_ilbm", "ptx", "xbin",
  ]
}
