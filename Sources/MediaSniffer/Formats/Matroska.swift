import MediaTypes

/// Matroska and WebM, told apart by their document type and by whether there is a picture track.
///
/// Source: RFC 9559 § 5; RFC 8794 § 11.2.
enum Matroska: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x1A])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u32(at: 0) == 0x1A45_DFA3, let head = try EBMLElement(input, at: 0),
      let end = head.end, end <= 4096
    else { return nil }
    guard let type = try documentType(input, in: head.content..<end) else { return nil }
    guard type == "webm" || type == "matroska" else { return nil }
    let isWebM = type == "webm"
    return Recognition(
      isWebM ? .webm : .matroska, isCertain: false, MatroskaParser(isWebM: isWebM, next: end))
  }

  /// The document type that a header names.
  private static func documentType(
    _ input: ByteWindow, in header: Range<UInt64>
  ) throws(Shortage) -> String? {
    var offset = header.lowerBound
    while offset < header.upperBound, let element = try EBMLElement(input, at: offset) {
      if element.id == 0x4282 { return try element.text(input) }
      guard let next = element.end else { return nil }
      offset = next
    }
    // Between bytes that are no elements the type is looked for, as the MIME Sniffing Standard does.
    for offset in header.lowerBound..<min(header.upperBound, 64)
    where try input.u16(at: offset) == 0x4282 {
      return try EBMLElement(input, at: offset)?.text(input)
    }
    return nil
  }
}

/// Walks the elements of a segment, one a step, without keeping a stack: children of an element
/// that matters follow its head.
struct MatroskaParser: FormatParser {
  private struct Track {
    var type: UInt64 = 0
    var codec = ""
    var size: (width: UInt64, height: UInt64) = (0, 0)
    var shown: (width: UInt64, height: UInt64) = (0, 0)
    var shownUnit: UInt64 = 0
    /// Pixels cut at the bottom, the top, the left and the right.
    var crop: [UInt64] = [0, 0, 0, 0]
    var hasAlpha = false
    /// What the codec's configuration says, where it stands behind the codec's name.
    var samples: CodecConfiguration?
    /// What the container says.
    var bitDepth: UInt64 = 0
    var colour = ColourFacts.CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)
  }

  private struct Attachment {
    var mime = ""
    var data: Range<UInt64>?
  }

  /// Elements that are looked at.
  private static let mostElements = 4000
  private static let mostTracks = 64
  /// Places behind clusters that are gone to.
  private static let mostJumps = 4
  /// The elements that the seek head may point to: tracks, attachments, information.
  private static let wanted: Set<UInt64> = [0x1654_AE6B, 0x1941_A469, 0x1549_A966]

  let isWebM: Bool
  var next: UInt64
  private var tracks: [Track] = []
  private var attachments: [Attachment] = []
  private var scale: UInt64 = 1_000_000
  private var duration: Double?
  private var segmentStart: UInt64 = 0
  private var seekID: UInt64 = 0
  /// Where the seek head says that elements lie whose contents matter.
  private var places: [UInt64] = []
  /// The elements whose contents matter and that have been seen.
  private var seen: Set<UInt32> = []
  private var jumpsLeft = mostJumps
  private var elementsLeft = mostElements

  init(isWebM: Bool, next: UInt64) {
    self.isWebM = isWebM
    self.next = next
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    // The end of the file is no shortage where an element ends with it.
    guard elementsLeft > 0, next != input.byteCount, let element = try EBMLElement(input, at: next)
    else { return .done }
    let step = try take(element, input)
    elementsLeft -= 1
    switch step {
    case .descend: next = element.content
    case .pass:
      guard let end = element.end else { return .done }
      next = end
    case .end: return .done
    case .jump(let offset): next = offset
    }
    if tracks.count > Self.mostTracks { return .done }
    return .more
  }

  private enum Step {
    case descend
    case pass
    case jump(UInt64)
    case end
  }

  private mutating func take(
    _ element: EBMLElement, _ input: ByteWindow
  ) throws(Shortage) -> Step {
    switch element.id {
    case 0x1853_8067:
      segmentStart = element.content
      return .descend
    case 0x1549_A966, 0x1654_AE6B, 0x1941_A469:
      // One that the seek head led to may have been seen on the way.
      return seen.insert(element.id).inserted ? .descend : .pass
    case 0xE0, 0x55B0, 0x114D_9B74, 0x4DBB:
      return .descend
    case 0xAE:
      tracks.append(Track())
      return .descend
    case 0x61A7:
      attachments.append(Attachment())
      return .descend
    case 0x1F43_B675:
      // Clusters: what matters may lie behind them, where the seek head says so.
      guard jumpsLeft > 0, let place = places.filter({ $0 > element.content }).min() else {
        return .end
      }
      jumpsLeft -= 1
      return .jump(place)
    default:
      try takeLeaf(element, input)
      return .pass
    }
  }

  private mutating func takeLeaf(
    _ element: EBMLElement, _ input: ByteWindow
  ) throws(Shortage) {
    switch element.id {
    case 0x2AD7B1: scale = try element.number(input)
    case 0x4489: duration = try element.float(input)
    case 0x53AB: seekID = try element.number(input)
    case 0x53AC:
      let (offset, overflows) = segmentStart.addingReportingOverflow(try element.number(input))
      if Self.wanted.contains(seekID), !overflows, places.count < 16 { places.append(offset) }
    case 0x4660:
      let mime = try element.text(input)
      if let last = attachments.indices.last { attachments[last].mime = mime }
    case 0x465C:
      if let last = attachments.indices.last, let end = element.end {
        attachments[last].data = element.content..<end
      }
    default:
      guard let last = tracks.indices.last else { return }
      try takeTrackLeaf(element, input, &tracks[last])
    }
  }

  private func takeTrackLeaf(
    _ element: EBMLElement, _ input: ByteWindow, _ track: inout Track
  ) throws(Shortage) {
    switch element.id {
    case 0x83: track.type = try element.number(input)
    case 0x63A2: track.samples = try configuration(element, input, of: track.codec)
    case 0x55B2: track.bitDepth = try element.number(input)
    case 0x86: track.codec = try element.text(input)
    case 0xB0: track.size.width = try element.number(input)
    case 0xBA: track.size.height = try element.number(input)
    case 0x54B0: track.shown.width = try element.number(input)
    case 0x54BA: track.shown.height = try element.number(input)
    case 0x54B2: track.shownUnit = try element.number(input)
    case 0x54AA: track.crop[0] = try element.number(input)
    case 0x54BB: track.crop[1] = try element.number(input)
    case 0x54CC: track.crop[2] = try element.number(input)
    case 0x54DD: track.crop[3] = try element.number(input)
    case 0x53C0: track.hasAlpha = try element.number(input) == 1
    case 0x55B1: track.colour.matrix = Int(clamping: try element.number(input))
    case 0x55B9: track.colour.isFullRange = try element.number(input) == 2
    case 0x55BA: track.colour.transfer = Int(clamping: try element.number(input))
    case 0x55BB: track.colour.primaries = Int(clamping: try element.number(input))
    default: break
    }
  }

  /// Source: RFC 9559 § 27.1, the codecs' initialisation data.
  private func configuration(
    _ element: EBMLElement, _ input: ByteWindow, of codec: String
  ) throws(Shortage) -> CodecConfiguration? {
    let count = element.count ?? 0
    if codec.hasPrefix("V_MPEGH/ISO/HEVC"), count >= 23 {
      return try CodecConfiguration(hevc: element.content, input)
    }
    if codec.hasPrefix("V_MPEG4/ISO/AVC"), count >= 8 {
      return try CodecConfiguration(h264: element.content, input)
    }
    if codec.hasPrefix("V_AV1"), count >= 4 {
      return try CodecConfiguration(av1: element.content, input)
    }
    return nil
  }

  func conclude(_ found: inout Findings) {
    let picture = tracks.first { $0.type == 1 }
    let sound = tracks.first { $0.type == 2 }
    if picture == nil, sound != nil {
      found.settle(on: isWebM ? .webmAudio : .matroskaAudio)
    } else {
      found.settle(on: isWebM ? .webm : .matroska)
    }
    found.facts.tracks.hasVideo = picture != nil
    found.facts.tracks.hasAudio = sound != nil
    found.facts.tracks.videoCodec = picture.map { Self.codecName($0.codec) }
    found.facts.tracks.audioCodec = sound.map { Self.codecName($0.codec) }
    found.facts.codec = found.facts.tracks.videoCodec ?? found.facts.tracks.audioCodec
    if let duration, duration.isFinite, duration > 0 {
      found.facts.duration = duration * Double(scale) / 1e9
    }
    if let picture { describe(picture, &found) }
    for attachment in attachments { add(attachment, &found) }
  }

  private func describe(_ track: Track, _ found: inout Findings) {
    found.setSize(track.size.width, track.size.height)
    found.facts.image.hasAlpha = track.hasAlpha
    found.facts.tracks.bitDepth =
      track.samples?.bitDepth ?? (8...16 ~= track.bitDepth ? Int(track.bitDepth) : nil)
    found.facts.image.chromaSubsampling = track.samples?.chroma
    if track.colour.transfer != 2 || track.colour.matrix != 2 {
      found.facts.colour.codePoints = track.colour
    }
    guard var shown = found.facts.size else { return }
    let cut = track.crop.map { Int(clamping: $0) }
    let crop = PixelInsets(left: cut[2], top: cut[1], right: cut[3], bottom: cut[0])
    if let crop, let rest = crop.remainder(of: shown) {
      found.facts.tracks.crop = crop
      shown = rest
    }
    // Pixels, or a ratio: either way the shape is what counts.
    if track.shownUnit == 0 || track.shownUnit == 3, let width = Int(exactly: track.shown.width),
      let height = Int(exactly: track.shown.height), (1...(1 << 20)).contains(width),
      (1...(1 << 20)).contains(height)
    {
      let aspect = Double(width) / Double(height) * Double(shown.height) / Double(shown.width)
      if abs(aspect - 1) > 0.001, 0.1...10 ~= aspect {
        found.facts.tracks.pixelAspectRatio = aspect
        shown.width = max(1, Int((Double(shown.width) * aspect).rounded()))
      }
    }
    found.facts.displaySize = shown
  }

  private func add(_ attachment: Attachment, _ found: inout Findings) {
    let formats: [String: MediaFormat] = [
      "image/jpeg": .jpeg, "image/jpg": .jpeg, "image/png": .png, "image/webp": .webp,
    ]
    guard let format = formats[attachment.mime.lowercased()], let data = attachment.data else {
      return
    }
    found.add(
      EmbeddedPreview(
        role: .cover, format: format, offset: data.lowerBound,
        byteCount: data.upperBound - data.lowerBound))
  }

  /// The short name of a codec; an unknown one keeps Matroska's own.
  private static func codecName(_ id: String) -> String {
    let names: [(prefix: String, name: String)] = [
      ("V_MPEG4/ISO/AVC", "h264"), ("V_MPEGH/ISO/HEVC", "hevc"), ("V_AV1", "av1"),
      ("V_VP8", "vp8"), ("V_VP9", "vp9"), ("V_THEORA", "theora"), ("V_PRORES", "prores"),
      ("V_MPEG4", "mpeg4"), ("V_MPEG2", "mpeg2video"), ("V_MPEG1", "mpeg1video"),
      ("V_MJPEG", "mjpeg"), ("V_FFV1", "ffv1"), ("A_AAC", "aac"), ("A_OPUS", "opus"),
      ("A_VORBIS", "vorbis"), ("A_FLAC", "flac"), ("A_MPEG/L3", "mp3"), ("A_AC3", "ac3"),
      ("A_EAC3", "eac3"), ("A_DTS", "dts"), ("A_PCM", "pcm"),
    ]
    return names.first { id.hasPrefix($0.prefix) }?.name ?? id.lowercased()
  }
}
