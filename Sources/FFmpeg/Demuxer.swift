import CFFmpeg
package import MediaTypes

/// An opened container.
///
/// It reads only through its `ByteInput`; no protocol, no other file and no playlist can be opened.
/// The demuxer is the one our sniffer's format names, never the library's guess.
/// Used on one thread; ended by the input's stop check.
@safe package struct Demuxer: ~Copyable {
  /// Bounds on what a container may make the library do.
  package struct Limits: Sendable, Hashable {
    /// Bytes that may be read to learn what streams hold.
    package var probeByteCount: Int64
    /// Play time that may be read to learn what streams hold, in microseconds.
    package var probeMicroseconds: Int64
    /// Streams that are set up.
    package var streamCount: Int32
    /// Bytes an index may take, in containers where the library heeds it.
    package var indexByteCount: UInt32

    /// Whether only the first frames are wanted, so that long tables need not be read.
    package var readsStartOnly: Bool

    /// Creates limits.
    package init(
      probeByteCount: Int64 = 2 << 20, probeMicroseconds: Int64 = 2_000_000,
      streamCount: Int32 = 256, indexByteCount: UInt32 = 4 << 20, readsStartOnly: Bool = false
    ) {
      self.readsStartOnly = readsStartOnly
      self.probeByteCount = probeByteCount
      self.probeMicroseconds = probeMicroseconds
      self.streamCount = streamCount
      self.indexByteCount = indexByteCount
    }
  }

  /// What a read gave.
  package enum ReadOutcome: Sendable, Hashable {
    /// A packet.
    case packet
    /// The end of the data.
    case end
    /// Nothing usable; what lies behind may be.
    case damage
  }

  let context: UnsafeMutablePointer<AVFormatContext>
  /// Where the bytes come from.
  package let input: ByteInput

  /// Opens a container and reads its header.
  ///
  /// - Parameters:
  ///   - input: Where the bytes come from.
  ///   - format: What the sniffer says it is.
  ///   - limits: Bounds on the library's work.
  /// - Throws: `noDemuxer`, `refused` for a header that is not of this format, `stopped`, `source`,
  ///   `outOfMemory`.
  package init(
    _ input: ByteInput, format: MediaFormat, limits: Limits = Limits()
  ) throws(FFmpegError) {
    try FFmpegRuntime.start()
    guard let name = DemuxerNames.name(for: format), let demuxer = unsafe av_find_input_format(name)
    else { throw .noDemuxer(format) }
    if limits.readsStartOnly, name == "mov" { input.trim = MovieIndexTrim(input.source) }
    guard let allocated = unsafe avformat_alloc_context() else {
      throw .outOfMemory(call: "avformat_alloc_context")
    }
    unsafe Demuxer.configure(allocated, input: input, limits: limits)
    // The library frees the context itself where opening fails.
    var opened: UnsafeMutablePointer<AVFormatContext>? = unsafe allocated
    let status = unsafe avformat_open_input(&opened, nil, demuxer, nil)
    guard status >= 0, let context = unsafe opened else {
      throw input.error(status, in: "avformat_open_input")
    }
    do throws(FFmpegError) {
      // Some headers are read by demuxers that take a stop for the end of the data.
      try input.checkStop()
    } catch {
      unsafe avformat_close_input(&opened)
      throw error
    }
    unsafe self.context = context
    self.input = input
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe context
    unsafe avformat_close_input(&context)
  }

  private static func configure(
    _ context: UnsafeMutablePointer<AVFormatContext>, input: ByteInput, limits: Limits
  ) {
    unsafe input.lend(to: context)
    unsafe context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    unsafe context.pointee.io_open = refusesToOpen
    unsafe context.pointee.interrupt_callback = input.interruptCallback
    unsafe context.pointee.probesize = limits.probeByteCount
    unsafe context.pointee.max_analyze_duration = limits.probeMicroseconds
    unsafe context.pointee.max_streams = limits.streamCount
    unsafe context.pointee.max_index_size = limits.indexByteCount
    unsafe context.pointee.fps_probe_size = 0
    unsafe context.pointee.skip_estimate_duration_from_pts = 1
    // No protocol has an empty name, so that this list allows none.
    unsafe context.pointee.protocol_whitelist = av_strdup("")
  }

  /// The streams found so far; some containers show theirs only while packets are read.
  package var streams: [StreamFacts] {
    (0..<streamCount).compactMap { index in
      guard let stream = unsafe context.pointee.streams[index] else { return nil }
      return unsafe StreamFacts(stream, index: index)
    }
  }

  /// How many streams were found so far.
  package var streamCount: Int {
    unsafe context.pointee.streams == nil ? 0 : Int(context.pointee.nb_streams)
  }

  /// What is known about one stream.
  package func stream(_ index: Int) -> StreamFacts? {
    guard let stream = unsafe streamPointer(index) else { return nil }
    return unsafe StreamFacts(stream, index: index)
  }

  func streamPointer(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < streamCount else { return nil }
    return unsafe context.pointee.streams[index]
  }

  /// Whether streams may appear while packets are read.
  package var mayFindMoreStreams: Bool {
    unsafe context.pointee.ctx_flags & AVFMTCTX_NOHEADER != 0
  }

  /// The play time in seconds, where the header says it.
  package var duration: Double? {
    let duration = unsafe context.pointee.duration
    guard duration != CFFMPEG_NO_TIMESTAMP, duration > 0 else { return nil }
    return Double(duration) / Double(AV_TIME_BASE)
  }

  /// Reads ahead, within the limits, to learn what streams hold.
  ///
  /// The corresponding C function is `avformat_find_stream_info`, which opens a decoder a stream
  /// and keeps the packets it read.
  package mutating func probeStreams() throws(FFmpegError) {
    let status = unsafe avformat_find_stream_info(context, nil)
    guard status >= 0 else { throw input.error(status, in: "avformat_find_stream_info") }
  }

  /// Makes the library drop packets of all other streams early.
  package mutating func keepOnly(_ index: Int) {
    for other in 0..<streamCount where other != index {
      unsafe context.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
    }
  }

  /// Reads the next packet of any stream.
  ///
  /// - Parameter packet: Receives the packet; what it held is given up.
  /// - Returns: What there was.
  /// - Throws: `stopped`, `source`, `outOfMemory`.
  package mutating func read(into packet: inout Packet) throws(FFmpegError) -> ReadOutcome {
    packet.clear()
    try input.checkStop()
    let status = unsafe av_read_frame(context, packet.pointer)
    guard status < 0 else { return .packet }
    if status == CFFMPEG_ERROR_EOF { return .end }
    switch input.error(status, in: "av_read_frame") {
    case .refused: return .damage
    case let error: throw error
    }
  }

  /// Goes to the last key packet of a stream at or before a time.
  ///
  /// - Parameters:
  ///   - seconds: The time from the start of the stream, in seconds.
  ///   - index: The number of the stream.
  /// - Returns: Whether the container could.
  package mutating func seek(toSeconds seconds: Double, in index: Int) -> Bool {
    guard let stream = unsafe streamPointer(index),
      let unit = unsafe Ratio(stream.pointee.time_base)
    else { return false }
    let start = unsafe stream.pointee.start_time
    let ticks = (seconds / unit.value).rounded(.down)
    guard ticks.isFinite, abs(ticks) < 9e18 else { return false }
    let (time, overflows) = Int64(ticks).addingReportingOverflow(
      start == CFFMPEG_NO_TIMESTAMP ? 0 : start)
    guard !overflows else { return false }
    return unsafe av_seek_frame(context, Int32(index), time, AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// A time in units of a stream as seconds from its start; `nil` where its units are unknown.
  package func seconds(of timestamp: Int64, in index: Int) -> Double? {
    guard let stream = unsafe streamPointer(index),
      let unit = unsafe Ratio(stream.pointee.time_base)
    else { return nil }
    let start = unsafe stream.pointee.start_time
    let origin = start == CFFMPEG_NO_TIMESTAMP ? 0 : Double(start)
    return (Double(timestamp) - origin) * unit.value
  }

  /// Goes to a byte of the container.
  ///
  /// - Returns: Whether the container can be read from there.
  package mutating func seek(toByte offset: UInt64) -> Bool {
    guard let offset = Int64(exactly: offset) else { return false }
    return unsafe av_seek_frame(context, -1, offset, AVSEEK_FLAG_BYTE) >= 0
  }

  /// The bytes of an attached picture or file.
  ///
  /// - Parameters:
  ///   - index: The number of its stream.
  ///   - byteLimit: The most bytes that are copied.
  /// - Returns: The bytes, or `nil` where there are none or too many.
  package func attachment(of index: Int, atMost byteLimit: Int) -> [UInt8]? {
    guard let stream = unsafe streamPointer(index) else { return nil }
    let picture = unsafe stream.pointee.attached_pic
    let parameters = unsafe stream.pointee.codecpar.pointee
    let isAttachment = unsafe parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT
    let start = unsafe isAttachment ? parameters.extradata : picture.data
    let count = unsafe Int(isAttachment ? parameters.extradata_size : picture.size)
    guard let start = unsafe start, count > 0, count <= byteLimit else { return nil }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  }
}

/// The library's request to open another file, always refused.
private let refusesToOpen:
  @convention(c) (
    UnsafeMutablePointer<AVFormatContext>?,
    UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 = { _, context, _, _, _ in
    unsafe context?.pointee = nil
    return CFFMPEG_ERROR_NOT_PERMITTED
  }
