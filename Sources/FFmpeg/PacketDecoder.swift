import CFFmpeg

/// Decodes coded pictures that stand by themselves, such as the tiles of a HEIF or AVIF image.
///
/// One decoder serves all pictures of one configuration; each is decoded to its end and forgotten
/// before the next. Holds one frame. Used on one thread.
@safe package struct PacketDecoder: ~Copyable {
  /// The codec of the pictures, and the form of their configuration.
  package enum Codec: Sendable, Hashable {
    /// HEVC; the configuration is an `hvcC` box's content (ISO/IEC 14496-15 § 8.3.2).
    case hevc
    /// AV1; its bytes begin with what a decoder must know, so that the configuration is not used.
    case av1
    /// H.264; the configuration is an `avcC` box's content (ISO/IEC 14496-15 § 5.3.3).
    case h264
    /// Baseline JPEG; there is no configuration.
    case jpeg

    var id: AVCodecID {
      switch self {
      case .hevc: AV_CODEC_ID_HEVC
      case .av1: AV_CODEC_ID_AV1
      case .h264: AV_CODEC_ID_H264
      case .jpeg: AV_CODEC_ID_MJPEG
      }
    }
  }

  /// AV1's, or that of any other codec.
  private var av1: AV1Decoder?
  private var decoder: Decoder?

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - codec: The codec.
  ///   - configuration: The content of the codec's configuration box.
  ///   - options: How to decode.
  /// - Throws: `noDecoder`, `outOfMemory`, `refused`.
  package init(
    _ codec: Codec, configuration: [UInt8], options: Decoder.Options
  ) throws(FFmpegError) {
    guard codec != .av1 else {
      av1 = try AV1Decoder(options: options)
      return
    }
    decoder = unsafe try Decoder(codec: codec.id, options: options) { context throws(FFmpegError) in
      unsafe try context.setExtradata(configuration)
    }
  }

  /// Decodes one picture.
  ///
  /// - Parameter packet: The picture's bytes, as stored in the file.
  /// - Returns: The picture, or `nil` where the bytes cannot be decoded.
  /// - Throws: `frameTooLarge`, `outOfMemory`.
  package mutating func frame(of packet: borrowing Packet) throws(FFmpegError) -> Frame? {
    if let frame = try decoder?.frame(of: packet) { return frame }
    return try av1?.frame(of: packet)
  }
}

extension UnsafeMutablePointer<AVCodecContext> {
  /// Copies bytes into the context, with the padding that bit readers run into.
  func setExtradata(_ bytes: [UInt8]) throws(FFmpegError) {
    guard let count = Int32(exactly: bytes.count), count < 1 << 24 else {
      throw .refused(number: CFFMPEG_ERROR_INVALID_DATA, call: "extradata")
    }
    guard count > 0 else { return }
    guard let memory = unsafe av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw .outOfMemory(call: "av_mallocz")
    }
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(
        from: bytes)
    }
    unsafe pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    unsafe pointee.extradata_size = count
  }
}
