import FFmpeg
import MediaTypes

/// Decoding on from a key frame.
extension FrameRun {
  /// The frame that is shown at the time asked for, or the first after it that tells something.
  ///
  /// - Returns: The frame; `nil` where there is none within the limits.
  mutating func groupFrame(
    of stream: StreamFacts, by decoder: inout Decoder
  ) throws(FFmpegError) -> ShownFrame? {
    let wanted = seekToChoice(in: stream)
    repeat {
      guard try readOn(of: stream) else { return nil }
    } while !packet.isKey || packet.isEncrypted
    let near = wanted.flatMap { isNear($0, in: stream) ? $0 : nil }
    var search = GroupSearch(limits, wanted: near, waitsForMore: wanted == nil)
    let packetLimit = frameLimit(of: stream)
    var hasPacket = true
    while hasPacket, search.packets < packetLimit {
      decoder.leaveOutUnreferenced(time(of: packet.timestamp, in: stream) < search.exactFrom)
      _ = try decoder.send(packet)
      search.packets += 1
      while let frame = try decoder.receive() {
        try take(frame, of: stream, in: &search)
        if search.isOver { return search.taken() }
      }
      hasPacket = try readOn(of: stream)
    }
    while let frame = try decoder.drain() {
      try take(frame, of: stream, in: &search)
      if search.isOver { return search.taken() }
    }
    // The last frame of all lasts to the end.
    if let last = search.takeLatest() { search.compare(try shown(last, of: stream)) }
    return search.taken()
  }

  private mutating func take(
    _ frame: consuming Frame, of stream: StreamFacts, in search: inout GroupSearch
  ) throws(FFmpegError) {
    if search.isBefore(time(of: frame.timestamp, in: stream)) {
      search.latest = consume frame
      return
    }
    // It is shown until this one comes.
    if let latest = search.takeLatest() { search.compare(try shown(latest, of: stream)) }
    guard !search.isOver, search.isDue() else { return }
    search.compare(try shown(frame, of: stream))
  }

  /// Whether few enough frames lie between the key packet that was read and a time.
  private func isNear(_ wanted: Double, in stream: StreamFacts) -> Bool {
    guard let rate = stream.frameRate, rate.isFinite else { return true }
    let distance = wanted - time(of: packet.timestamp, in: stream)
    return distance * rate < Double(frameLimit(of: stream))
  }

  /// Frames that may be decoded one after the other.
  private func frameLimit(of stream: StreamFacts) -> Int {
    let area = max(1, stream.size?.area ?? 1920 * 1088)
    return max(1, min(limits.groupFrames, limits.groupPixels / area))
  }

  /// Seconds from the stream's start; endless where it is not known.
  private func time(of timestamp: Int64?, in stream: StreamFacts) -> Double {
    timestamp.flatMap { demuxer.seconds(of: $0, in: stream.index) } ?? .infinity
  }
}

/// What was seen while frames are decoded one after the other.
private struct GroupSearch: ~Copyable {
  /// Packets that were sent to the decoder.
  var packets = 0
  /// The latest frame before the time that is wanted.
  var latest: Frame?
  /// Nothing more is sought.
  private(set) var isOver = false
  private let limits: FrameLimits
  private let wanted: Double?
  private let waitsForMore: Bool
  private var frames = 0
  private var best: ShownFrame?
  private var bestMeasure: PictureMeasure?

  /// - Parameters:
  ///   - limits: Bounds on the search.
  ///   - wanted: The time that is wanted, in seconds; `nil` is that of the first frame.
  ///   - waitsForMore: Whether frames that tell more go before the first that tells something.
  init(_ limits: FrameLimits, wanted: Double?, waitsForMore: Bool) {
    self.limits = limits
    self.wanted = wanted
    self.waitsForMore = waitsForMore
  }

  /// The time from which on no frame is left out, in seconds; where none is wanted, those that others
  /// need are enough.
  var exactFrom: Double { wanted.map { $0 - 0.5 } ?? .infinity }

  /// Whether a frame is replaced by another before the wanted time is reached.
  func isBefore(_ time: Double) -> Bool {
    guard let wanted else { return false }
    return time <= wanted
  }

  /// The latest frame, which is given up.
  mutating func takeLatest() -> Frame? { latest.take() }

  /// Whether the next frame is measured.
  mutating func isDue() -> Bool {
    defer { frames += 1 }
    return frames.isMultiple(of: max(1, limits.measuredStep))
  }

  /// Takes a frame if it tells something; where that may wait, those that follow go before it as long
  /// as each tells more, as while a picture fades in.
  mutating func compare(_ next: consuming ShownFrame) {
    let measure = next.measure
    if let bestMeasure, measure.mark < 1.03 * bestMeasure.mark {
      isOver = true
      return
    }
    guard !measure.isBlank else { return }
    best = consume next
    bestMeasure = measure
    isOver = !waitsForMore
  }

  /// The frame that was taken.
  mutating func taken() -> ShownFrame? { best.take() }
}
