import CFFmpeg

/// A decoder of pictures, on the calling thread, that gives one frame at a time.
///
/// Used on one thread. Its stop lever is that it is fed packet by packet: one packet is decoded to
/// its end.
@safe package struct Decoder: ~Copyable {
  /// How to decode.
  package struct Options: Sendable, Hashable {
    /// Bytes that one frame may take: its samples, the codec's tables, and copies of the packet.
    package var frameByteLimit: UInt64
    /// Pixels that one frame may have, whatever their form.
    package var pixelLimit = UInt64.max
    /// What the codec's tables take, in hundredths of a byte a pixel.
    package var tableCentibytes: UInt64 = 0
    /// How often the bytes of the packet count.
    package var packetCopies: UInt64 = 0
    /// Whether only key frames are decoded.
    package var keyFramesOnly = false
    /// Whether the smoothing of block edges is left out, which no reduced picture shows.
    package var skipsLoopFilter = false
    /// Powers of two by which codecs that can do so reduce while they decode.
    package var reduction = 0
    /// By how much frames are reduced while they are decoded, 2 to 8; 1 is not at all.
    ///
    /// Only some of their rows are in memory then. Serves single key packets of H.264, HEVC and
    /// AV1.
    package var bandReduction = 1
    /// Whether frames that are held beside the one that is decoded count; those of one packet are
    /// bounded by the frame alone.
    package var countsHeldFrames = false
    /// What belongs to each of the held frames, in hundredths of a byte a pixel.
    package var heldCentibytes: UInt64 = 0
    /// What each of the held frames takes beyond its samples, in bytes.
    package var heldBytes: UInt64 = 0
    /// Frames that decoders hold which allocate by themselves.
    package var uncountedFrames: UInt64 = 1
    /// Whether pictures are given that the decoder holds for damaged.
    package var showsDamaged = true
    /// Whether WebM's alpha is decoded, which another decoder does.
    package var decodesAlphaMode = false

    /// Creates options.
    package init(frameByteLimit: UInt64) { self.frameByteLimit = frameByteLimit }
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let guardian: FrameGuard
  private var isDraining = false

  /// The library's name of the codec.
  package let codec: String

  /// Makes a decoder for a stream.
  ///
  /// - Throws: `noDecoder`, `frameTooLarge`, `outOfMemory`, `refused`.
  package init(
    for index: Int, of demuxer: borrowing Demuxer, options: Options
  ) throws(FFmpegError) {
    guard let stream = unsafe demuxer.streamPointer(index),
      let parameters = unsafe stream.pointee.codecpar
    else { throw .refused(number: CFFMPEG_ERROR_INVALID, call: "stream") }
    let base = unsafe stream.pointee.time_base
    unsafe try self.init(
      codec: parameters.pointee.codec_id, options: options
    ) { context throws(FFmpegError) in
      let status = unsafe avcodec_parameters_to_context(context, parameters)
      guard status >= 0 else { throw FFmpegError(status, in: "avcodec_parameters_to_context") }
      unsafe context.pointee.pkt_timebase = base
    }
  }

  /// Makes a decoder for a codec; a closure sets what the codec must know before it is opened.
  init(
    codec id: AVCodecID, options: Options, settings: [String: String] = [:],
    prepare: (UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) -> Void
  ) throws(FFmpegError) {
    try FFmpegRuntime.start()
    let guardian = FrameGuard(options)
    unsafe context = try Decoder.opened(
      id, options: options, settings: settings, guardian: guardian, prepare: prepare)
    self.guardian = guardian
    codec = unsafe String(cString: avcodec_get_name(id))
  }

  private static func opened(
    _ id: AVCodecID, options: Options, settings: [String: String], guardian: FrameGuard,
    prepare: (UnsafeMutablePointer<AVCodecContext>) throws(FFmpegError) -> Void
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVCodecContext> {
    guard
      let decoder = unsafe DecoderNames.decoder(for: id, withAlphaMode: options.decodesAlphaMode)
    else { throw .noDecoder(unsafe String(cString: avcodec_get_name(id))) }
    var context = unsafe avcodec_alloc_context3(decoder)
    guard let opened = unsafe context else { throw .outOfMemory(call: "avcodec_alloc_context3") }
    do throws(FFmpegError) {
      unsafe try prepare(opened)
      unsafe configure(opened, decoder, options, guardian)
      unsafe try guardian.admitStatedSize(of: opened)
      var dictionary: OpaquePointer?
      for (key, value) in settings { unsafe av_dict_set(&dictionary, key, value, 0) }
      let status = unsafe avcodec_open2(opened, decoder, &dictionary)
      unsafe av_dict_free(&dictionary)
      guard status >= 0 else { throw FFmpegError(status, in: "avcodec_open2") }
      return unsafe opened
    } catch {
      unsafe avcodec_free_context(&context)
      throw error
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
    unsafe avcodec_free_context(&context)
  }

  private static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ decoder: UnsafePointer<AVCodec>,
    _ options: Options, _ guardian: FrameGuard
  ) {
    // Crops to the pixel; rounding to what is fast to read would show columns that are cut off.
    unsafe context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    // One thread: frame threads hold a frame each, and parallelism is over files.
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.skip_frame = options.keyFramesOnly ? AVDISCARD_NONKEY : AVDISCARD_DEFAULT
    unsafe context.pointee.skip_loop_filter =
      options.skipsLoopFilter ? AVDISCARD_ALL : AVDISCARD_DEFAULT
    if options.showsDamaged {
      unsafe context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
      unsafe context.pointee.flags2 |= AV_CODEC_FLAG2_SHOW_ALL
    }
    // Grain is noise that reducing averages away, and costs a copy of the frame.
    unsafe context.pointee.export_side_data |= AV_CODEC_EXPORT_DATA_FILM_GRAIN
    unsafe context.pointee.lowres = min(Int32(options.reduction), Int32(decoder.pointee.max_lowres))
    unsafe context.pointee.max_pixels = Int64(clamping: pixelLimit(of: context, options))
    unsafe context.pointee.opaque = Unmanaged.passUnretained(guardian).toOpaque()
    unsafe context.pointee.get_buffer2 = guardsBuffer
    guardian.reducesBands(of: unsafe context.pointee.codec_id)
    if guardian.bands?.progress == .told {
      unsafe context.pointee.draw_horiz_band = takesBand
    }
  }

  /// Bytes of the numbers that say how long units are; 0 where there are none.
  ///
  /// Source: ISO/IEC 14496-15:2022 § 5.3.3.1 (avcC), § 8.3.3.1 (hvcC).
  private var unitPrefixWidth: Int {
    let place: Int32
    switch unsafe context.pointee.codec_id {
    case AV_CODEC_ID_H264: place = 4
    case AV_CODEC_ID_HEVC: place = 21
    default: return 0
    }
    guard let configuration = unsafe context.pointee.extradata,
      unsafe place < context.pointee.extradata_size, unsafe configuration[0] == 1
    else { return 0 }
    return unsafe Int(configuration[Int(place)] & 3) + 1
  }

  /// The most pixels that are let through before the samples' form is known.
  ///
  /// The library for AV1 allocates by itself, so that its frames never meet the guard: they are
  /// charged here, by what the configuration says about their depth.
  /// Source: AV1 Codec ISO Media File Format Binding § 2.3.3, high_bitdepth.
  private static func pixelLimit(
    of context: UnsafeMutablePointer<AVCodecContext>, _ options: Options
  ) -> UInt64 {
    guard unsafe context.pointee.codec_id == AV_CODEC_ID_AV1 else { return options.frameByteLimit }
    var centibytes: UInt64 = 300
    if let configuration = unsafe context.pointee.extradata,
      unsafe context.pointee.extradata_size >= 4, unsafe configuration[2] & 0x40 == 0
    {
      centibytes = 150
    }
    let frames = max(1, options.uncountedFrames)
    return options.frameByteLimit / (centibytes * frames + options.tableCentibytes) * 100
  }

  /// Gives the decoder a packet.
  ///
  /// - Returns: Whether it took the packet; `false` where the packet is damaged.
  /// - Throws: `frameTooLarge`, `outOfMemory`.
  package mutating func send(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
    if isDraining { reset() }
    guardian.packetByteCount = UInt64(packet.byteCount)
    if packet.isDamaged { packet.shortenLastUnit(prefixWidth: unitPrefixWidth) }
    return try accepted(unsafe avcodec_send_packet(context, packet.pointer), "avcodec_send_packet")
  }

  /// Takes a frame that is ready.
  ///
  /// - Returns: The frame, or `nil` where the decoder wants more or found damage.
  /// - Throws: `frameTooLarge`, `outOfMemory`.
  package mutating func receive() throws(FFmpegError) -> Frame? {
    let frame = try Frame()
    let status = unsafe avcodec_receive_frame(context, frame.pointer)
    guard try accepted(status, "avcodec_receive_frame") else { return nil }
    guard let bands = guardian.bands else { return frame }
    if let reduced = try bands.frame(for: frame) { return reduced }
    // Its rows have been given back.
    throw guardian.refuseBands()
  }

  /// Makes the decoder give what it holds, as if the stream ended here.
  ///
  /// So one key packet gives its frame at once, instead of after the frames that reordering or
  /// delay would hold back.
  package mutating func drain() throws(FFmpegError) -> Frame? {
    if !isDraining {
      isDraining = true
      _ = try accepted(unsafe avcodec_send_packet(context, nil), "avcodec_send_packet")
    }
    return try receive()
  }

  /// Decodes one packet to its frame and forgets everything before.
  package mutating func frame(of packet: borrowing Packet) throws(FFmpegError) -> Frame? {
    reset()
    _ = try send(packet)
    if let frame = try receive() { return frame }
    return try drain()
  }

  /// Leaves out frames that no other needs, or takes them again, from the next packet on.
  package mutating func leaveOutUnreferenced(_ leavesOut: Bool) {
    unsafe context.pointee.skip_frame = leavesOut ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  /// Forgets everything that was sent.
  package mutating func reset() {
    unsafe avcodec_flush_buffers(context)
    isDraining = false
  }

  private func accepted(_ status: Int32, _ call: String) throws(FFmpegError) -> Bool {
    if status >= 0 { return true }
    if let refusal = guardian.refusal { throw refusal }
    if status == CFFMPEG_ERROR_NO_MEMORY { throw .outOfMemory(call: call) }
    return false
  }
}

private let guardsBuffer:
  @convention(c) (
    UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?, Int32
  ) -> Int32 = { context, frame, flags in
    guard let context = unsafe context, let frame = unsafe frame,
      let opaque = unsafe context.pointee.opaque
    else { return CFFMPEG_ERROR_INVALID }
    let guardian = unsafe Unmanaged<FrameGuard>.fromOpaque(opaque).takeUnretainedValue()
    let (width, height) = unsafe (frame.pointee.width, frame.pointee.height)
    let format = unsafe AVPixelFormat(rawValue: frame.pointee.format)
    guard guardian.admits(width, height, format, beside: guardian.held?.byteCount ?? 0) else {
      return CFFMPEG_ERROR_NO_MEMORY
    }
    if let bands = guardian.bands {
      let status = unsafe bands.allocate(frame, for: context)
      if status < 0 { guardian.refuseBands() }
      return status
    }
    let status = unsafe avcodec_default_get_buffer2(context, frame, flags)
    guard status >= 0, let held = guardian.held else { return status }
    return unsafe held.count(frame) ? status : CFFMPEG_ERROR_NO_MEMORY
  }

private let takesBand:
  @convention(c) (
    UnsafeMutablePointer<AVCodecContext>?, UnsafePointer<AVFrame>?, UnsafeMutablePointer<Int32>?,
    Int32, Int32, Int32
  ) -> Void = { context, frame, _, top, structure, height in
    guard let context = unsafe context, let frame = unsafe frame,
      let opaque = unsafe context.pointee.opaque
    else { return }
    let guardian = unsafe Unmanaged<FrameGuard>.fromOpaque(opaque).takeUnretainedValue()
    unsafe guardian.bands?.take(
      from: UnsafePointer(frame.pointee.data.0), rowsBelow: Int(top) + Int(height), of: structure)
  }
