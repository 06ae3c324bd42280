import MediaTypes

/// MPEG audio, bare or behind tags, and what else stands behind ID3.
///
/// Source: as of `MPEGAudioFrame`, `ID3Tag` and `APETag`; the Xing and VBRI headers as LAME and the
/// Fraunhofer encoder write them.
enum MP3: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0xFF, 0x49, 0x41])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if let tag = try ID3Tag(input, at: 0) {
      return Recognition(.mp3, isCertain: false, TaggedSoundParser(tag))
    }
    if let tag = try APETag(input, header: 0) {
      return Recognition(.mp3, isCertain: false, TaggedSoundParser(tag))
    }
    guard try frame(at: 0, input) != nil else { return nil }
    return Recognition(.mp3, MP3Parser(start: 0))
  }

  /// The frame at an offset, where another of its kind follows it or the file ends.
  static func frame(at start: UInt64, _ input: ByteWindow) throws(Shortage) -> MPEGAudioFrame? {
    guard let frame = MPEGAudioFrame(try input.u32(at: start)) else { return nil }
    let next = start + UInt64(frame.byteCount)
    if input.ends(before: next + 4) { return frame.layer == 3 ? frame : nil }
    let follower = MPEGAudioFrame(try input.u32(at: next))
    return follower?.identity == frame.identity ? frame : nil
  }
}

/// Passes the tags at the front, and then asks what the sound is.
struct TaggedSoundParser: FormatParser {
  private enum Tag: Sendable {
    case id3(ID3Tag)
    case ape(APETag)
  }

  private static let mostTags = 8

  private var tag: Tag?
  private var end: UInt64
  private var tagsLeft = mostTags
  private var hasCover = false
  private var inner: (any FormatParser)?

  init(_ tag: ID3Tag) {
    self.tag = .id3(tag)
    end = tag.end
  }

  init(_ tag: APETag) {
    self.tag = .ape(tag)
    end = tag.end
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    if inner != nil { return try inner?.step(input, &found) ?? .done }
    switch tag {
    case .id3(var current):
      if try current.step(input) == .more {
        tag = .id3(current)
      } else {
        finish(current.covers, &found)
      }
    case .ape(var current):
      if try current.step(input) == .more {
        tag = .ape(current)
      } else {
        finish(current.covers, &found)
      }
    case nil:
      try begin(input, &found)
    }
    return .more
  }

  private mutating func finish(_ covers: CoverList, _ found: inout Findings) {
    covers.emit(to: &found)
    hasCover = hasCover || !covers.isEmpty
    tag = nil
  }

  private mutating func begin(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    if tagsLeft > 0, let next = try ID3Tag(input, at: end) {
      self.tag = .id3(next)
      end = next.end
    } else if tagsLeft > 0, let next = try APETag(input, header: end) {
      self.tag = .ape(next)
      end = next.end
    } else if try input.has("fLaC", at: end) {
      found.settle(on: .flac)
      inner = FLACParser(start: end)
    } else if try AAC.isADTS(at: end, input) {
      found.settle(on: .aac)
      inner = HeaderParser { _, found throws(Shortage) in found.setSound("aac") }
    } else if let format = try AC3.format(at: end, input) {
      found.settle(on: format)
      inner = HeaderParser { _, found throws(Shortage) in found.setSound(format.name) }
    } else {
      found.settle(on: .mp3)
      inner = MP3Parser(start: end, hasCover: hasCover)
    }
    tagsLeft -= 1
  }

  func conclude(_ found: inout Findings) {
    switch tag {
    case .id3(let tag): tag.covers.emit(to: &found)
    case .ape(let tag): tag.covers.emit(to: &found)
    case nil: inner?.conclude(&found)
    }
    if found.facts.tracks.hasAudio == nil { found.setSound("mp3") }
  }
}

/// Reads the first frame, and the tag at the end where no cover stood in front.
struct MP3Parser: FormatParser {
  /// Bytes between a tag and the first frame that are passed.
  private static let longestGap = 4 << 10

  let start: UInt64
  var hasCover = false
  private var isFrameRead = false
  private var tag: APETag?

  init(start: UInt64, hasCover: Bool = false) {
    self.start = start
    self.hasCover = hasCover
  }

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard isFrameRead else {
      try readFrame(input, &found)
      isFrameRead = true
      return hasCover ? .done : .more
    }
    guard tag != nil else {
      tag = try APETag(lastOf: input)
      return tag == nil ? .done : .more
    }
    return try tag?.step(input) ?? .done
  }

  func conclude(_ found: inout Findings) { tag?.covers.emit(to: &found) }

  private func readFrame(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) {
    found.setSound("mp3")
    guard let place = try firstFrame(input) else { return }
    guard let frame = try MP3.frame(at: place, input) else { return }
    let codec = "mp\(frame.layer)"
    let frames = try countedFrames(at: place, frame, input)
    if let frames {
      found.setSound(codec, seconds: Double(frames * frame.samples) / Double(frame.sampleRate))
    } else if let byteCount = input.byteCount, byteCount > place {
      found.setSound(codec, seconds: Double(byteCount - place) * 8 / Double(frame.bitRate))
    } else {
      found.setSound(codec)
    }
  }

  private func firstFrame(_ input: ByteWindow) throws(Shortage) -> UInt64? {
    if MPEGAudioFrame(try input.u32(at: start)) != nil { return start }
    let bytes = try input.prefix(Self.longestGap, at: start)
    for place in bytes.indices where bytes[place] == 0xFF {
      let offset = start + UInt64(place - bytes.startIndex)
      do throws(Shortage) {
        if try MP3.frame(at: offset, input) != nil { return offset }
      } catch .unavailable {
        return nil
      }
    }
    return nil
  }

  /// The number of frames that the header of a variable bit rate gives.
  private func countedFrames(
    at place: UInt64, _ frame: MPEGAudioFrame, _ input: ByteWindow
  ) throws(Shortage) -> Int? {
    do throws(Shortage) {
      let side: UInt64 = frame.isFirstVersion ? (frame.isMono ? 17 : 32) : (frame.isMono ? 9 : 17)
      let xing = place + 4 + side
      if try input.has(oneOf: "Xing", "Info", at: xing) {
        let hasFrames = try input.u32(at: xing + 4) & 1 == 1
        return hasFrames ? Int(try input.u32(at: xing + 8)) : nil
      }
      guard try input.has("VBRI", at: place + 36) else { return nil }
      return Int(try input.u32(at: place + 36 + 14))
    } catch .unavailable {
      return nil
    }
  }
}
