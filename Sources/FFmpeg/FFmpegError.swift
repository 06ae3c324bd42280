import CFFmpeg
package import MediaTypes

/// Why FFmpeg did not do what it was asked.
package enum FFmpegError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The libraries cannot be loaded, for the reason in words.
  case notLoaded(String)
  /// The source of the bytes failed.
  case source(ThumbnailError)
  /// The stop check said so.
  case stopped
  /// No demuxer is allowed for the format.
  case noDemuxer(MediaFormat)
  /// No decoder is allowed, or built in, for the codec of that name.
  case noDecoder(String)
  /// The samples of a frame cannot be converted.
  case noConversion(String)
  /// A frame needs more bytes than are granted.
  case frameTooLarge(neededBytes: UInt64, grantedBytes: UInt64)
  /// A frame cannot be reduced while it is decoded, and needs that many bytes to be held whole.
  case frameNotInBands(neededBytes: UInt64)
  /// There is nothing of the kind that was looked for, as the words say.
  case noPicture(String)
  /// No frame that was looked at shows more than one tone.
  case noTellingFrame
  /// The container has streams, and none of moving pictures.
  case noVideo
  /// The samples are encrypted.
  case encrypted
  /// A kind of colour that cannot be shown right, as the words say.
  case noColour(String)
  /// An allocation failed or exceeded its bound.
  case outOfMemory(call: String)
  /// The library refused, with its own number.
  case refused(number: Int32, call: String)

  /// The error of a call that returned a negative number.
  init(_ number: Int32, in call: String) {
    switch number {
    case CFFMPEG_ERROR_EXIT: self = .stopped
    case CFFMPEG_ERROR_NO_MEMORY: self = .outOfMemory(call: call)
    default: self = .refused(number: number, call: call)
    }
  }

  /// What happened, in words.
  package var description: String {
    switch self {
    case .notLoaded(let reason): "FFmpeg's libraries cannot be loaded (\(reason)); install them"
    case .source(let error): error.message
    case .stopped: "decoding was stopped"
    case .noDemuxer(let format): "nothing here opens files of the format \(format)"
    case .noDecoder(let codec): "nothing here decodes \(codec)"
    case .noConversion(let samples): "samples of the form \(samples) cannot be converted"
    case .frameTooLarge(let needed, let granted):
      "a decoded frame needs \(needed) bytes, \(granted) are granted"
    case .frameNotInBands(let needed):
      "the picture must be held whole while it is decoded, which needs \(needed) bytes for its"
        + " samples alone; raise the budget"
    case .noPicture(let words), .noColour(let words): words
    case .noTellingFrame: "none of the frames that were looked at shows more than one tone"
    case .noVideo: "there are no moving pictures in the file"
    case .encrypted: "the video is encrypted"
    case .outOfMemory(let call): "no memory in \(call)"
    case .refused(let number, let call):
      "\(FFmpegError.finding(in: call)) (FFmpeg: \(FFmpegError.text(of: number)), in \(call))"
    }
  }

  /// The same in the words that users of the library know.
  package var thumbnailError: ThumbnailError {
    switch self {
    case .source(let error): error
    case .stopped: ThumbnailError(.timedOut, description)
    case .notLoaded, .noDemuxer, .noDecoder, .noConversion, .noColour, .encrypted:
      ThumbnailError(.unsupported, description)
    case .frameTooLarge, .frameNotInBands, .outOfMemory: ThumbnailError(.overBudget, description)
    case .noVideo, .noTellingFrame: ThumbnailError(.noPreview, description)
    case .refused, .noPicture: ThumbnailError(.corrupt, description)
    }
  }

  /// What a refusal means, by the part of the work in which it came.
  private static func finding(in call: String) -> String {
    switch call {
    case "avformat_open_input", "avformat_find_stream_info":
      "its container is damaged, cut off or empty, so that no stream is found in it; get the file"
        + " anew, or see if another program plays it"
    case "av_read_frame":
      "its data end or are damaged before anything can be shown; get the file anew"
    case "avcodec_send_packet", "avcodec_receive_frame":
      "its coded picture is damaged or incomplete, so that nothing of it can be shown; get the file"
        + " anew"
    case "avcodec_open2":
      "its coded picture is of a kind that the decoder does not take; convert it with the program"
        + " that wrote it"
    default: "it cannot be decoded; see if another program opens it"
    }
  }

  private static func text(of number: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress,
        unsafe av_strerror(number, start, buffer.count) == 0
      else { return "error \(number)" }
      return unsafe String(cString: start)
    }
  }
}
