import MediaTypes

/// Which demuxer opens which format: the allow-list.
///
/// Every format that our sniffer may hand over has a row here or is not opened. The library's own
/// guess is never asked, so that a playlist (HLS, DASH, concat, SDP, image2) cannot be opened.
enum DemuxerNames {
  /// The library's short name of the demuxer of a format.
  static func name(for format: MediaFormat) -> String? { table[format.name] }

  private static let table: [String: String] = [
    // ISO base media.
    "mp4": "mov", "mov": "mov", "m4v": "mov", "3gp": "mov", "3g2": "mov", "mj2": "mov",
    "m4a": "mov",
    // Matroska.
    "matroska": "matroska", "webm": "matroska", "matroska-audio": "matroska",
    "webm-audio": "matroska",
    // Other containers of video.
    "avi": "avi", "asf": "asf", "wma": "asf", "flv": "flv", "mpegts": "mpegts",
    "mpegps": "mpeg", "ogv": "ogg", "ogg": "ogg", "mxf": "mxf", "gxf": "gxf", "dv": "dv",
    "realmedia": "rm", "fli": "flic", "ivf": "ivf", "y4m": "yuv4mpegpipe", "nut": "nut",
    "wtv": "wtv",
    // Bare streams.
    "mpegvideo": "mpegvideo", "h264": "h264", "hevc": "hevc", "m4v-stream": "m4v",
    "h263": "h263", "vc1": "vc1", "av1-obu": "obu", "mjpeg-stream": "mjpeg", "dirac": "dirac",
    "cavs": "cavsvideo",
    // Sound that may carry a cover.
    "mp3": "mp3", "aac": "aac", "flac": "flac", "wav": "wav", "aiff": "aiff", "ape": "ape",
    "wavpack": "wv", "musepack": "mpc", "musepack8": "mpc8", "tta": "tta", "dsf": "dsf",
    "caf": "caf", "au": "au", "ac3": "ac3", "eac3": "eac3", "dts": "dts", "amr": "amr",
    // Animated pictures, where a frame is wanted from them as from a video.
    "gif": "gif", "apng": "apng",
    // Still pictures that need one.
    "msp": "msp", "fits": "fits",
  ]
}
