import MediaTypes

/// Walks the boxes of a movie: MP4, QuickTime, 3GPP, Motion JPEG 2000, and Canon's raw files.
///
/// Source: ISO/IEC 14496-12:2022 § 8; QuickTime File Format, "Movie Atoms".
struct MovieParser: FormatParser {
  /// A box that is being walked through.
  private struct Level {
    var type: FourCC
    var end: UInt64
  }

  private static let deepest = 12
  private static let mostTracks = 32

  private let format: MediaFormat
  private var next: UInt64 = 0
  private var levels: [Level] = []
  private var tracks: [MovieTrack] = []
  private var timescale: UInt32 = 0
  private var duration: UInt64 = 0
  private var fragmentDuration: UInt64 = 0
  private var indexedDuration: Double?
  private var hasMovie = false
  private var canon = CanonRawBoxes()

  /// Starts at the first box of a file.
  init(_ format: MediaFormat) { self.format = format }

  /// Starts at the first box inside another box, for who has walked the file so far.
  init(_ format: MediaFormat, movie box: ISOBox) {
    self.format = format
    next = box.content
    levels = [Level(type: "moov", end: box.end)]
    hasMovie = true
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    while let level = levels.last, next >= level.end {
      levels.removeLast()
      next = level.end
      if level.type == "moov", isComplete { return .done }
    }
    let header: ISOBox?
    do throws(Shortage) {
      header = try ISOBox(input, at: next)
    } catch .unavailable where hasMovie || levels.isEmpty {
      if !hasMovie { found.warn(.truncated, "the file ends before its `moov` box") }
      return .done
    }
    guard let box = header else {
      // A size that cannot be: what follows in this box is lost, what follows behind it is not.
      guard let level = levels.last else { return .done }
      next = level.end
      return .more
    }
    return try levels.isEmpty ? visitTop(input, box, &found) : visit(input, box, &found)
  }

  /// Whether the movie box has told everything that is looked for.
  private var isComplete: Bool {
    format != .cr3 && (duration > 0 || fragmentDuration > 0 || tracks.contains { $0.duration > 0 })
  }

  private mutating func visitTop(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    switch box.type {
    case "moov":
      hasMovie = true
      levels.append(Level(type: box.type, end: box.end))
      next = box.content
    case "sidx":
      indexedDuration = try readIndex(input, box) ?? indexedDuration
      next = box.end
      if hasMovie { return .done }
    case "moof" where hasMovie: return .done
    case "uuid" where format == .cr3:
      try canon.readTop(input, box, &found)
      next = box.end
    case "mdat" where hasMovie: return .done
    default:
      guard box.end < ISOBox.endOfFile else { return .done }
      next = box.end
    }
    return .more
  }

  private mutating func visit(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) -> Progress {
    switch box.type {
    case "trak":
      guard tracks.count < Self.mostTracks else { break }
      tracks.append(MovieTrack())
      return enter(box, from: box.content)
    case "mdia", "minf", "stbl", "udta", "ilst", "covr", "mvex", "sinf", "wave", "jp2h":
      return enter(box, from: box.content)
    case "meta":
      // QuickTime's has no version before its boxes.
      let isFull = try input.u32(at: box.content) == 0
      return enter(box, from: box.content + (isFull ? 4 : 0))
    case "stsd":
      let last = tracks.indices.last
      guard let last, let inner = try tracks[last].readSampleEntry(input, box) else { break }
      levels.append(Level(type: box.type, end: box.end))
      levels.append(Level(type: "stsd", end: inner.upperBound))
      next = inner.lowerBound
      return .more
    case "uuid" where format == .cr3:
      if try canon.readMovie(input, box) { return enter(box, from: box.content + 16) }
    default: try readLeaf(input, box, &found)
    }
    next = box.end
    return .more
  }

  private mutating func enter(_ box: ISOBox, from place: UInt64) -> Progress {
    let outer = levels.last?.end ?? ISOBox.endOfFile
    if levels.count < Self.deepest, place <= box.end {
      levels.append(Level(type: box.type, end: min(box.end, outer)))
      next = place
    } else {
      next = box.end
    }
    return .more
  }

  private mutating func readLeaf(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) {
    let last = tracks.indices.last
    switch (box.type, last) {
    case ("mvhd", _):
      let isLong = try box.version(input) == 1
      timescale = try input.u32(at: box.content + (isLong ? 20 : 12))
      duration =
        isLong ? try input.u64(at: box.content + 24) : UInt64(try input.u32(at: box.content + 16))
    case ("mehd", _):
      fragmentDuration =
        try box.version(input) == 1
        ? try input.u64(at: box.content + 4) : UInt64(try input.u32(at: box.content + 4))
    case ("tkhd", let last?): try tracks[last].readHeader(input, box)
    case ("mdhd", let last?): try tracks[last].readMediaHeader(input, box)
    case ("hdlr", let last?) where levels.last?.type == "mdia":
      tracks[last].handler = try input.fourCC(at: box.content + 8)
    case ("stts", let last?): try tracks[last].readTimes(input, box)
    case ("stsz", let last?):
      tracks[last].sampleCount = try input.u32(at: box.content + 8)
      if tracks[last].isJPEG {
        let common = try input.u32(at: box.content + 4)
        tracks[last].firstSample.byteCount =
          UInt64(common > 0 ? common : try input.u32(at: box.content + 12))
      }
    case ("stco", let last?) where tracks[last].isJPEG:
      tracks[last].firstSample.offset = UInt64(try input.u32(at: box.content + 8))
    case ("co64", let last?) where tracks[last].isJPEG:
      tracks[last].firstSample.offset = try input.u64(at: box.content + 8)
    case ("data", _) where levels.last?.type == "covr": try readCover(input, box, &found)
    case ("CMT1", _), ("THMB", _): try canon.readLeaf(input, box, &found)
    case (_, let last?) where levels.last?.type == "stsd" || levels.last?.type == "wave":
      try tracks[last].readEntryBox(input, box)
    case ("frma", let last?): try tracks[last].readEntryBox(input, box)
    default: break
    }
  }

  /// Source: QuickTime File Format, "Well-known types".
  private func readCover(
    _ input: ByteWindow, _ box: ISOBox, _ found: inout Findings
  ) throws(Shortage) {
    guard box.end < ISOBox.endOfFile, box.end > box.content + 8 else { return }
    let signature = try input.u32(at: box.content + 8)
    let format: MediaFormat? =
      signature == 0x8950_4E47 ? .png : signature >> 8 == 0xFF_D8FF ? .jpeg : nil
    guard let format else { return }
    found.add(
      EmbeddedPreview(
        role: .cover, format: format, offset: box.content + 8,
        byteCount: box.end - box.content - 8))
  }

  /// The length of what a segment index lists, in seconds.
  ///
  /// Source: ISO/IEC 14496-12:2022 § 8.16.3.
  private func readIndex(_ input: ByteWindow, _ box: ISOBox) throws(Shortage) -> Double? {
    let scale = try input.u32(at: box.content + 8)
    let first = box.content + (try box.version(input) == 0 ? 20 : 28)
    let count = UInt64(try input.u16(at: first + 2))
    guard scale > 0, count <= 1024 else { return nil }
    var ticks: UInt64 = 0
    for entry in 0..<count { ticks += UInt64(try input.u32(at: first + 8 + 12 * entry)) }
    return Double(ticks) / Double(scale)
  }

  func conclude(_ found: inout Findings) {
    let pictures = tracks.filter { $0.isVideo && $0.handler != "auxv" }
    let picture = pictures.first(where: \.isEnabled) ?? pictures.first
    let sound = tracks.first(where: \.isSound)
    if format == .cr3 {
      canon.conclude(tracks, &found)
      return
    }
    if let picture { describe(picture, &found) }
    found.facts.duration = seconds
    guard !tracks.isEmpty else { return }
    found.facts.tracks.videoCodec = picture?.codec
    found.facts.tracks.audioCodec = sound?.codec
    found.facts.tracks.hasVideo = picture != nil
    found.facts.tracks.hasAudio = sound != nil
    found.facts.codec = picture?.codec ?? sound?.codec
    nameKind(isSound: picture == nil && sound != nil, isVideo: picture != nil, &found)
  }

  /// Puts what the picture track says into the findings.
  func describe(_ track: MovieTrack, _ found: inout Findings) {
    found.facts.size = track.size
    found.facts.orientation = track.orientation
    found.facts.displaySize = track.displaySize
    found.facts.tracks.pixelAspectRatio = track.aspect
    found.facts.tracks.crop = track.crop
    found.facts.tracks.bitDepth = track.bitDepth
    found.facts.image.chromaSubsampling = track.chroma ?? found.facts.image.chromaSubsampling
    found.facts.tracks.frameRate = track.frameRate
    found.facts.colour.codePoints = track.codePoints
  }

  /// The first picture track, for who reads a sequence of pictures.
  var pictureTrack: MovieTrack? { tracks.first { $0.isVideo && $0.handler != "auxv" } }

  private var seconds: Double? {
    if duration > 0, timescale > 0, duration != .max, duration != UInt64(UInt32.max) {
      return Double(duration) / Double(timescale)
    }
    if fragmentDuration > 0, timescale > 0 { return Double(fragmentDuration) / Double(timescale) }
    let track = tracks.first { $0.duration > 0 && $0.timescale > 0 }
    return track.map { Double($0.duration) / Double($0.timescale) } ?? indexedDuration
  }

  /// Names the file by its tracks: one with sound only is sound, whatever its brand.
  private func nameKind(isSound: Bool, isVideo: Bool, _ found: inout Findings) {
    if isSound {
      found.facts.kind = .audio
      switch format {
      case .mp4, .m4v, .m4a:
        found.facts.mime = "audio/mp4"
        found.facts.uniformType = "public.mpeg-4-audio"
      case .threeGP: found.facts.mime = "audio/3gpp"
      case .threeG2: found.facts.mime = "audio/3gpp2"
      default: break
      }
    } else if isVideo, format == .m4a {
      found.facts.kind = .video
      found.facts.mime = "video/mp4"
      found.facts.uniformType = "public.mpeg-4"
    }
  }
}
