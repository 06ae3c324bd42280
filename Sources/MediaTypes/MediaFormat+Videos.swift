/// Videos that more rooms than the sniffer speak of.
extension MediaFormat {
  /// MPEG-4 file (ISO/IEC 14496-14).
  public static let mp4 = MediaFormat(
    "mp4", mime: "video/mp4", uniformType: "public.mpeg-4", kind: .video,
    fileExtensions: ["mp4", "m4v", "mpg4"])

  /// QuickTime movie.
  public static let mov = MediaFormat(
    "mov", mime: "video/quicktime", uniformType: "com.apple.quicktime-movie", kind: .video,
    fileExtensions: ["mov", "qt"])

  /// MPEG-4 video with the brand M4V.
  public static let m4v = MediaFormat(
    "m4v", mime: "video/x-m4v", uniformType: "com.apple.m4v-video", kind: .video,
    fileExtensions: ["m4v"])

  /// 3GPP file.
  public static let threeGP = MediaFormat(
    "3gp", mime: "video/3gpp", uniformType: "public.3gpp", kind: .video,
    fileExtensions: ["3gp", "3gpp"])

  /// 3GPP2 file.
  public static let threeG2 = MediaFormat(
    "3g2", mime: "video/3gpp2", uniformType: "public.3gpp2", kind: .video,
    fileExtensions: ["3g2"])

  /// Matroska.
  public static let matroska = MediaFormat(
    "matroska", mime: "video/x-matroska", uniformType: "org.matroska.mkv", kind: .video,
    fileExtensions: ["mkv", "mk3d"])

  /// WebM.
  public static let webm = MediaFormat(
    "webm", mime: "video/webm", uniformType: "org.webmproject.webm", kind: .video,
    fileExtensions: ["webm"])

  /// Audio Video Interleave.
  public static let avi = MediaFormat(
    "avi", mime: "video/x-msvideo", uniformType: "public.avi", kind: .video,
    fileExtensions: ["avi"])

  /// Advanced Systems Format.
  public static let asf = MediaFormat(
    "asf", mime: "video/x-ms-asf", uniformType: "com.microsoft.advanced-systems-format",
    kind: .video,
    fileExtensions: ["asf", "wmv"])

  /// Flash video.
  public static let flv = MediaFormat(
    "flv", mime: "video/x-flv", uniformType: "com.adobe.flash.video", kind: .video,
    fileExtensions: ["flv"])

  /// MPEG-2 transport stream.
  public static let mpegTS = MediaFormat(
    "mpegts", mime: "video/mp2t", uniformType: "public.mpeg-2-transport-stream", kind: .video,
    fileExtensions: ["ts", "mts", "m2ts", "m2t"])

  /// MPEG program stream.
  public static let mpegPS = MediaFormat(
    "mpegps", mime: "video/mpeg", uniformType: "public.mpeg", kind: .video,
    fileExtensions: ["mpg", "mpeg", "vob"])

  /// MPEG-1 or MPEG-2 video, bare.
  public static let mpegVideo = MediaFormat(
    "mpegvideo", mime: "video/mpeg", uniformType: "public.mpeg-2-video", kind: .video,
    fileExtensions: ["m2v", "m1v", "mpv"])

  /// H.264 byte stream.
  public static let h264 = MediaFormat(
    "h264", mime: "video/h264", uniformType: "public.avc-video", kind: .video,
    fileExtensions: ["h264", "264", "avc"])

  /// HEVC byte stream.
  public static let hevc = MediaFormat(
    "hevc", mime: "video/h265", uniformType: "public.hevc-video", kind: .video,
    fileExtensions: ["h265", "265", "hevc"])

  /// IVF.
  public static let ivf = MediaFormat(
    "ivf", mime: "video/x-ivf", uniformType: "org.webmproject.ivf", kind: .video,
    fileExtensions: ["ivf"])

  /// YUV4MPEG2.
  public static let y4m = MediaFormat(
    "y4m", mime: "video/x-yuv4mpeg", uniformType: "public.yuv4mpeg", kind: .video,
    fileExtensions: ["y4m"])

  /// Ogg with video.
  public static let ogv = MediaFormat(
    "ogv", mime: "video/ogg", uniformType: "org.xiph.ogv", kind: .video,
    fileExtensions: ["ogv", "ogg"])

  /// Material Exchange Format.
  public static let mxf = MediaFormat(
    "mxf", mime: "application/mxf", uniformType: "org.smpte.mxf", kind: .video,
    fileExtensions: ["mxf"])

  /// General Exchange Format.
  public static let gxf = MediaFormat(
    "gxf", mime: "application/gxf", uniformType: "org.smpte.gxf", kind: .video,
    fileExtensions: ["gxf"])

  /// Digital video, bare.
  public static let dv = MediaFormat(
    "dv", mime: "video/x-dv", uniformType: "public.dv-movie", kind: .video,
    fileExtensions: ["dv", "dif"])

  /// RealMedia.
  public static let realMedia = MediaFormat(
    "realmedia", mime: "application/vnd.rn-realmedia", uniformType: "com.real.realmedia",
    kind: .video,
    fileExtensions: ["rm", "rmvb"])

  /// Autodesk FLIC animation.
  public static let fli = MediaFormat(
    "fli", mime: "video/x-fli", uniformType: "com.autodesk.flic", kind: .video,
    fileExtensions: ["fli", "flc"])

  /// Motion JPEG 2000.
  public static let mj2 = MediaFormat(
    "mj2", mime: "video/mj2", uniformType: "public.mj2", kind: .video,
    fileExtensions: ["mj2", "mjp2"])

  /// Windows Recorded TV.
  public static let wtv = MediaFormat(
    "wtv", mime: "video/x-ms-wtv", uniformType: "com.microsoft.wtv", kind: .video,
    fileExtensions: ["wtv"])

  /// NUT, the container of MPlayer and FFmpeg.
  public static let nut = MediaFormat(
    "nut", mime: "video/x-nut", uniformType: "org.ffmpeg.nut", kind: .video,
    fileExtensions: ["nut"])

  /// The formats of this page, in its order.
  package static let videos: [MediaFormat] = [
    .mp4, .mov, .m4v, .threeGP, .threeG2, .matroska, .webm, .avi, .asf, .flv, .mpegTS, .mpegPS,
    .mpegVideo, .h264, .hevc, .ivf, .y4m, .ogv, .mxf, .gxf, .dv, .realMedia, .fli, .mj2,
    .wtv, .nut,
  ]
}
