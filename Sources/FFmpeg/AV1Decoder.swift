import CDav1d
import CFFmpeg
import MediaTypes

/// Decodes AV1 pictures that stand by themselves, by the library that FFmpeg would call.
///
/// FFmpeg's own way to it gives frames their memory behind everybody's back, so that they could
/// neither be bounded nor be reduced while they are decoded. Frames are as FFmpeg would give them:
/// without film grain, not cropped, of all layers the highest. Holds one frame. Used on one thread.
@safe struct AV1Decoder: ~Copyable {
  private var context: OpaquePointer?
  private let memory: AV1FrameMemory

  /// Makes a decoder.
  ///
  /// - Throws: `outOfMemory`, `refused`.
  init(options: Decoder.Options) throws(FFmpegError) {
    memory = AV1FrameMemory(options)
    var settings = unsafe Dav1dSettings()
    unsafe dav1d_default_settings(&settings)
    // One thread and one frame at a time: it then decodes and filters from top to bottom.
    unsafe settings.n_threads = 1
    unsafe settings.max_frame_delay = 1
    // Grain is noise that reducing averages away, and costs a copy of the frame.
    unsafe settings.apply_grain = 0
    unsafe settings.all_layers = 0
    // A frame that is not reduced has a byte a pixel or more.
    let pixelLimit =
      options.bandReduction > 1
      ? options.pixelLimit : min(options.pixelLimit, options.frameByteLimit)
    unsafe settings.frame_size_limit = UInt32(clamping: pixelLimit)
    if options.skipsLoopFilter { unsafe settings.inloop_filters = DAV1D_INLOOPFILTER_NONE }
    // Damage is for the caller to tell; the library would write to the standard error.
    unsafe settings.logger.callback = nil
    unsafe settings.allocator = Dav1dPicAllocator(
      cookie: Unmanaged.passUnretained(memory).toOpaque(), alloc_picture_callback: lendsFrame,
      release_picture_callback: takesFrameBack)
    let status = unsafe dav1d_open(&context, &settings)
    guard status >= 0 else {
      throw status == CDAV1D_ERROR_NO_MEMORY
        ? .outOfMemory(call: "dav1d_open") : .refused(number: status, call: "avcodec_open2")
    }
  }

  // SAFETY: the library gives all frames back before this returns, while their memory is held.
  deinit {
    var context = unsafe context
    unsafe dav1d_close(&context)
  }

  /// Decodes one picture.
  ///
  /// - Parameter packet: The picture's bytes, as stored in the file.
  /// - Returns: The picture, or `nil` where the bytes cannot be decoded.
  /// - Throws: `frameTooLarge`, `outOfMemory`.
  mutating func frame(of packet: borrowing Packet) throws(FFmpegError) -> Frame? {
    memory.begin(packetByteCount: UInt64(packet.byteCount))
    // What the library keeps to predict from would stay until the next picture.
    defer { unsafe dav1d_flush(context) }
    var data = unsafe try Self.data(of: packet)
    var status = unsafe dav1d_send_data(context, &data)
    unsafe dav1d_data_unref(&data)
    if let refusal = memory.refusal { throw refusal }
    var picture = unsafe Dav1dPicture()
    status = unsafe dav1d_get_picture(context, &picture)
    // Asked again without data, it gives what it holds.
    if status == CDAV1D_ERROR_AGAIN { status = unsafe dav1d_get_picture(context, &picture) }
    if let refusal = memory.refusal { throw refusal }
    guard status >= 0 else {
      if status == CDAV1D_ERROR_NO_MEMORY { throw .outOfMemory(call: "dav1d_get_picture") }
      return nil
    }
    defer { unsafe dav1d_picture_unref(&picture) }
    return unsafe try memory.frame(of: picture)
  }

  /// The packet's bytes, which are not copied.
  private static func data(of packet: borrowing Packet) throws(FFmpegError) -> Dav1dData {
    // SAFETY: the library's hold on the bytes is a reference of its own.
    guard let held = unsafe av_packet_clone(packet.pointer) else {
      throw .outOfMemory(call: "av_packet_clone")
    }
    var data = unsafe Dav1dData()
    let status = unsafe dav1d_data_wrap(
      &data, held.pointee.data, Int(held.pointee.size), letsPacketGo, held)
    guard status >= 0 else {
      var packet: UnsafeMutablePointer<AVPacket>? = unsafe held
      unsafe av_packet_free(&packet)
      throw .outOfMemory(call: "dav1d_data_wrap")
    }
    return unsafe data
  }
}

/// Gives the library the memory of its frames, within what is granted.
///
/// SAFETY: the pool is made and let go here alone; its buffers outlive it.
@safe private final class AV1FrameMemory {
  private let guardian: FrameGuard
  /// Bytes of the frames that the library holds.
  private var heldByteCount: UInt64 = 0
  /// Frames that were asked for since the latest packet.
  private var frameCount = 0
  private var pool: OpaquePointer?
  private var pooledByteCount = 0

  init(_ options: Decoder.Options) {
    guardian = FrameGuard(options)
    guardian.reducesBands(of: AV_CODEC_ID_AV1)
  }

  deinit { unsafe av_buffer_pool_uninit(&pool) }

  var refusal: FFmpegError? { guardian.refusal }

  func begin(packetByteCount: UInt64) {
    guardian.packetByteCount = packetByteCount
    frameCount = 0
  }

  /// Gives a picture its memory; it belongs to a frame that the picture holds.
  ///
  /// - Returns: The library's status.
  func lend(to picture: UnsafeMutablePointer<Dav1dPicture>) -> Int32 {
    let form = unsafe picture.pointee.p
    guard let format = AVPixelFormat(form) else { return CDAV1D_ERROR_INVALID }
    frameCount += 1
    guard guardian.admits(form.w, form.h, format, beside: heldByteCount) else {
      return CDAV1D_ERROR_NO_MEMORY
    }
    // A second one is made of the first, whose rows would be gone.
    if guardian.bands != nil, unsafe frameCount > 1 || isStretched(picture) {
      guardian.refuseBands()
      return CDAV1D_ERROR_NO_MEMORY
    }
    var frame = unsafe av_frame_alloc()
    guard let lent = unsafe frame else { return CDAV1D_ERROR_NO_MEMORY }
    unsafe lent.pointee.width = form.w
    unsafe lent.pointee.height = form.h
    unsafe lent.pointee.format = format.rawValue
    guard unsafe allocate(lent) else {
      unsafe av_frame_free(&frame)
      if guardian.bands != nil { guardian.refuseBands() }
      return CDAV1D_ERROR_NO_MEMORY
    }
    heldByteCount += unsafe Self.byteCount(of: lent)
    unsafe picture.pointee.data = (
      UnsafeMutableRawPointer(lent.pointee.data.0), UnsafeMutableRawPointer(lent.pointee.data.1),
      UnsafeMutableRawPointer(lent.pointee.data.2)
    )
    unsafe picture.pointee.stride = (
      Int(lent.pointee.linesize.0), Int(lent.pointee.linesize.1)
    )
    unsafe picture.pointee.allocator_data = UnsafeMutableRawPointer(lent)
    return 0
  }

  /// Whether a picture is decoded narrower than it is shown, into a frame of its own.
  private func isStretched(_ picture: UnsafeMutablePointer<Dav1dPicture>) -> Bool {
    guard let header = unsafe picture.pointee.frame_hdr else { return true }
    return unsafe header.pointee.super_res.enabled != 0
  }

  /// The library's blocks are of 128 pixels, and it reads a little beyond rows.
  private static let blockSide = 128

  private func allocate(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let (width, height) = unsafe (Int(frame.pointee.width), Int(frame.pointee.height))
    let aligned = PixelSize(
      width: (width + Self.blockSide - 1) / Self.blockSide * Self.blockSide,
      height: (height + Self.blockSide - 1) / Self.blockSide * Self.blockSide)
    if let bands = guardian.bands { return unsafe bands.allocate(frame, aligned: aligned) >= 0 }
    guard let samples = unsafe SampleFormat(AVPixelFormat(rawValue: frame.pointee.format)) else {
      return false
    }
    let plans = BandedPlane.Plan.planes(
      of: samples, size: PixelSize(width: width, height: height), aligned: aligned)
    return unsafe allocate(plans, for: frame)
  }

  /// Where the library's vector instructions want rows to begin.
  private static let alignment = 64

  /// Gives a frame planes in one buffer, which serves later frames of the size again.
  private func allocate(
    _ plans: [BandedPlane.Plan], for frame: UnsafeMutablePointer<AVFrame>
  ) -> Bool {
    let byteCount = plans.reduce(Self.alignment) { $0 + $1.byteCount }
    if byteCount != pooledByteCount {
      unsafe av_buffer_pool_uninit(&pool)
      unsafe pool = av_buffer_pool_init(byteCount, nil)
      pooledByteCount = byteCount
    }
    // SAFETY: the planes lie inside the buffer, which the frame holds.
    guard let pool = unsafe pool, let buffer = unsafe av_buffer_pool_get(pool),
      var start = unsafe buffer.pointee.data
    else { return false }
    let excess = Int(bitPattern: start) % Self.alignment
    unsafe start += (Self.alignment - excess) % Self.alignment
    unsafe frame.pointee.buf.0 = buffer
    for (index, plan) in plans.prefix(3).enumerated() {
      unsafe frame.pointee.setPlane(index, to: start, stride: Int32(plan.stride))
      unsafe start += plan.byteCount
    }
    return true
  }

  func takeBack(_ frame: UnsafeMutablePointer<AVFrame>) {
    heldByteCount -= unsafe min(heldByteCount, Self.byteCount(of: frame))
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
    unsafe av_frame_free(&frame)
  }

  private static func byteCount(of frame: UnsafeMutablePointer<AVFrame>) -> UInt64 {
    let format = unsafe AVPixelFormat(rawValue: frame.pointee.format)
    return unsafe UInt64(
      max(0, av_image_get_buffer_size(format, frame.pointee.width, frame.pointee.height, 1)))
  }

  /// A decoded picture as a frame, with what the sequence says about its colours.
  func frame(of picture: Dav1dPicture) throws(FFmpegError) -> Frame? {
    guard let lent = unsafe picture.allocator_data?.assumingMemoryBound(to: AVFrame.self),
      let sequence = unsafe picture.seq_hdr
    else { return nil }
    unsafe lent.pointee.color_primaries = AVColorPrimaries(
      rawValue: sequence.pointee.pri.rawValue)
    unsafe lent.pointee.color_trc = AVColorTransferCharacteristic(
      rawValue: sequence.pointee.trc.rawValue)
    unsafe lent.pointee.colorspace = AVColorSpace(rawValue: sequence.pointee.mtrx.rawValue)
    unsafe lent.pointee.color_range =
      sequence.pointee.color_range != 0 ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    unsafe lent.pointee.key_frame = 1
    let frame = try Frame()
    let status = unsafe av_frame_ref(frame.pointer, lent)
    guard status >= 0 else { throw .outOfMemory(call: "av_frame_ref") }
    guard let bands = guardian.bands else { return frame }
    if let reduced = try bands.frame(for: frame) { return reduced }
    // Its rows have been given back.
    throw guardian.refuseBands()
  }
}

extension AVFrame {
  fileprivate mutating func setPlane(
    _ index: Int, to start: UnsafeMutablePointer<UInt8>, stride: Int32
  ) {
    switch index {
    case 0: unsafe (data.0, linesize.0) = (start, stride)
    case 1: unsafe (data.1, linesize.1) = (start, stride)
    default: unsafe (data.2, linesize.2) = (start, stride)
    }
  }
}

extension AVPixelFormat {
  /// The form of a picture's samples; `nil` for one that is not known.
  fileprivate init?(_ form: Dav1dPictureParameters) {
    let formats: [Int32: AVPixelFormat]
    switch form.layout {
    case DAV1D_PIXEL_LAYOUT_I400:
      formats = [8: AV_PIX_FMT_GRAY8, 10: AV_PIX_FMT_GRAY10LE, 12: AV_PIX_FMT_GRAY12LE]
    case DAV1D_PIXEL_LAYOUT_I420:
      formats = [8: AV_PIX_FMT_YUV420P, 10: AV_PIX_FMT_YUV420P10LE, 12: AV_PIX_FMT_YUV420P12LE]
    case DAV1D_PIXEL_LAYOUT_I422:
      formats = [8: AV_PIX_FMT_YUV422P, 10: AV_PIX_FMT_YUV422P10LE, 12: AV_PIX_FMT_YUV422P12LE]
    case DAV1D_PIXEL_LAYOUT_I444:
      formats = [8: AV_PIX_FMT_YUV444P, 10: AV_PIX_FMT_YUV444P10LE, 12: AV_PIX_FMT_YUV444P12LE]
    default: return nil
    }
    guard let format = formats[form.bpc] else { return nil }
    self = format
  }
}

private let lendsFrame:
  @convention(c) (UnsafeMutablePointer<Dav1dPicture>?, UnsafeMutableRawPointer?) -> Int32 = {
    picture, cookie in
    guard let picture = unsafe picture, let cookie = unsafe cookie else {
      return CDAV1D_ERROR_INVALID
    }
    let memory = unsafe Unmanaged<AV1FrameMemory>.fromOpaque(cookie).takeUnretainedValue()
    return unsafe memory.lend(to: picture)
  }

private let takesFrameBack:
  @convention(c) (UnsafeMutablePointer<Dav1dPicture>?, UnsafeMutableRawPointer?) -> Void = {
    picture, cookie in
    guard let frame = unsafe picture?.pointee.allocator_data, let cookie = unsafe cookie else {
      return
    }
    let memory = unsafe Unmanaged<AV1FrameMemory>.fromOpaque(cookie).takeUnretainedValue()
    unsafe memory.takeBack(frame.assumingMemoryBound(to: AVFrame.self))
  }

private let letsPacketGo: @convention(c) (UnsafePointer<UInt8>?, UnsafeMutableRawPointer?) -> Void =
  { _, held in
    var packet = unsafe held?.assumingMemoryBound(to: AVPacket.self)
    unsafe av_packet_free(&packet)
  }
