import ByteSources
import FFmpeg
import MediaTypes
import PreviewPlanning

/// One pass over a container.
struct FrameRun: ~Copyable {
  /// How packets are decoded.
  enum Kind {
    /// Key packets by themselves.
    case keyFrames
    /// From one key packet on, those that follow.
    case group
    /// Whatever comes.
    case any
  }

  let order: FrameOrder
  let limits: FrameLimits
  private let input: ByteInput
  private let started = ContinuousClock.now
  var demuxer: Demuxer
  var packet: Packet
  private var packets = 0
  /// A packet that was read while looking for the stream, and belongs to it.
  private var hasPending = false
  private var sawEncryption = false

  init(
    _ source: any ByteSource, order: FrameOrder, limits: FrameLimits, probesStreams: Bool,
    readsStartOnly: Bool
  ) throws(FFmpegError) {
    let input = try ByteInput(source, shouldStop: order.shouldStop)
    let packet = try Packet()
    var demuxer = try Demuxer(
      input, format: order.format, limits: Demuxer.Limits(readsStartOnly: readsStartOnly))
    if probesStreams { try demuxer.probeStreams() }
    self.order = order
    self.limits = limits
    self.input = input
    self.packet = packet
    self.demuxer = demuxer
  }

  /// Looks for a frame.
  ///
  /// - Parameter kind: How packets are decoded.
  /// - Returns: The frame, or `nil` where none was found within the limits.
  /// - Throws: `noVideo`, `noDecoder`, `noColour`, `encrypted`, and what reading throws.
  mutating func frame(of kind: Kind) throws(FFmpegError) -> ShownFrame? {
    guard let stream = try showableStream() else { return nil }
    try FrameRun.refuseUnshowable(stream)
    demuxer.keepOnly(stream.index)
    var decoder = try makeDecoder(for: stream, kind)
    switch kind {
    case .keyFrames: return try keyFrame(of: stream, by: &decoder)
    case .group: return try groupFrame(of: stream, by: &decoder)
    case .any: return try anyFrame(of: stream, by: &decoder)
    }
  }

  private mutating func keyFrame(
    of stream: StreamFacts, by decoder: inout Decoder
  ) throws(FFmpegError) -> ShownFrame? {
    switch order.choice {
    case .first: return try firstTelling(of: stream, by: &decoder)
    case .seconds, .fraction:
      seekToChoice(in: stream)
      return try firstTelling(of: stream, by: &decoder)
    case .best: return try best(of: stream, by: &decoder)
    }
  }

  private static func refuseUnshowable(_ stream: StreamFacts) throws(FFmpegError) {
    guard stream.isDecodable else {
      throw stream.isEncrypted ? .encrypted : .noDecoder(stream.codec)
    }
    if stream.dolbyVisionProfile == 5, !stream.isBaseLayerCompatible {
      throw .noColour(
        "the video is Dolby Vision of profile 5, whose colours nothing here can show right")
    }
  }

  private func makeDecoder(
    for stream: StreamFacts, _ kind: Kind
  ) throws(FFmpegError) -> Decoder {
    // Rows that are given back cannot be referred to.
    let mayReduce = kind == .keyFrames && VideoCost.bandedCodecs.contains(stream.codec)
    var options = FrameAllowance.options(
      for: stream, plannedBytes: order.plannedBytes, wantedSide: order.wantedSide,
      bandReduction: mayReduce ? order.bandReduction : 1, decodesOn: kind == .group)
    options.keyFramesOnly = kind == .keyFrames
    options.decodesAlphaMode = stream.hasAlphaMode
    return try Decoder(for: stream.index, of: demuxer, options: options)
  }

  /// The stream to show, reading on where streams appear with their packets.
  private mutating func showableStream() throws(FFmpegError) -> StreamFacts? {
    while true {
      let streams = demuxer.streams
      if let stream = StreamChoice.best(of: streams) {
        if packets > 0, packet.streamIndex == stream.index { hasPending = true }
        return stream
      }
      guard demuxer.mayFindMoreStreams else {
        throw streams.isEmpty ? .nothingDecodes : .noVideo
      }
      guard try readOn() else {
        throw streams.isEmpty ? .nothingDecodes : .noVideo
      }
    }
  }

  /// Reads a packet of any stream; `false` at the end and at the limits.
  private mutating func readOn() throws(FFmpegError) -> Bool {
    var damages = 0
    while packets < limits.packets, input.bytesRead < limits.bytes {
      packets += 1
      switch try demuxer.read(into: &packet) {
      case .packet: return true
      case .end: return false
      case .damage:
        damages += 1
        guard damages < 32 else { return false }
      }
    }
    return false
  }

  /// Reads the next packet of a stream.
  mutating func readOn(of stream: StreamFacts) throws(FFmpegError) -> Bool {
    if hasPending {
      hasPending = false
      return true
    }
    while try readOn() {
      guard packet.streamIndex == stream.index, packet.byteCount > 0 else { continue }
      if packet.isEncrypted { sawEncryption = true }
      return true
    }
    return false
  }

  /// The next key packet that decodes by itself.
  private mutating func nextKeyFrame(
    of stream: StreamFacts, by decoder: inout Decoder
  ) throws(FFmpegError) -> ShownFrame? {
    var undecodable = 0
    while try readOn(of: stream) {
      guard packet.isKey, !packet.isEncrypted else { continue }
      if let frame = try decoder.frame(of: packet) {
        return try shown(frame, of: stream)
      }
      undecodable += 1
      if undecodable >= limits.undecodableKeyPackets { break }
    }
    return nil
  }

  /// The first key frame that is not blank, else the first of all.
  private mutating func firstTelling(
    of stream: StreamFacts, by decoder: inout Decoder
  ) throws(FFmpegError) -> ShownFrame? {
    guard let first = try nextKeyFrame(of: stream, by: &decoder) else { return nil }
    guard first.measure.isBlank else { return first }
    for _ in 1..<limits.blankPictures where ContinuousClock.now - started < limits.blankTime {
      guard let next = try nextKeyFrame(of: stream, by: &decoder) else { break }
      if !next.measure.isBlank { return next }
    }
    return first
  }

  /// The most telling of what is shown at the start and a few key frames spread over the video.
  private mutating func best(
    of stream: StreamFacts, by decoder: inout Decoder
  ) throws(FFmpegError) -> ShownFrame? {
    guard var best = try firstTelling(of: stream, by: &decoder) else { return nil }
    var bestMeasure = best.measure
    for candidate in 1..<limits.candidates {
      // Over the first two thirds; goodbyes lie behind them.
      seek(toPart: 2 * Double(candidate) / Double(3 * limits.candidates - 3), in: stream)
      guard let next = try nextKeyFrame(of: stream, by: &decoder) else { break }
      let measure = next.measure
      if measure.tellsMore(than: bestMeasure) {
        best = next
        bestMeasure = measure
      }
    }
    return best
  }

  /// Goes to the last key packet at or before what was asked for.
  ///
  /// - Returns: The time that was asked for, in seconds, where it is known.
  @discardableResult
  mutating func seekToChoice(in stream: StreamFacts) -> Double? {
    switch order.choice {
    case .first, .best: return nil
    case .seconds(let seconds):
      guard seconds > 0 else { return nil }
      if demuxer.seek(toSeconds: seconds, in: stream.index) { hasPending = false }
      return seconds
    case .fraction(let part):
      seek(toPart: part, in: stream)
      guard part > 0 else { return nil }
      return (demuxer.duration ?? stream.duration).map { $0 * min(part, 1) }
    }
  }

  /// Goes to a part of the play time, or of the bytes where that is not known.
  private mutating func seek(toPart part: Double, in stream: StreamFacts) {
    let part = min(max(part, 0), 1)
    guard part > 0 else { return }
    if let duration = demuxer.duration ?? stream.duration {
      if demuxer.seek(toSeconds: duration * part, in: stream.index) { hasPending = false }
    } else if demuxer.seek(toByte: UInt64(Double(input.byteCount) * part)) {
      hasPending = false
    }
  }

  /// The first frame that comes out of decoding every packet in turn.
  private mutating func anyFrame(
    of stream: StreamFacts, by decoder: inout Decoder
  ) throws(FFmpegError) -> ShownFrame? {
    while try readOn(of: stream) {
      guard !packet.isEncrypted else { continue }
      _ = try decoder.send(packet)
      if let frame = try decoder.receive() { return try shown(frame, of: stream) }
    }
    if let frame = try decoder.drain() { return try shown(frame, of: stream) }
    if sawEncryption { throw .encrypted }
    return nil
  }

  func shown(
    _ frame: borrowing Frame, of stream: StreamFacts
  ) throws(FFmpegError) -> ShownFrame {
    // Asked anew: parameters that the header lacked may have come with the packets.
    let stream = demuxer.stream(stream.index) ?? stream
    var shown = try ShownFrame(frame, of: stream, for: order)
    if packet.isDamaged || frame.isDamaged {
      shown.warnings = [MediaWarning(input.reachedEnd ? .truncated : .damaged)]
    }
    return shown
  }
}
