import MediaTypes

/// Ogg, with pictures (Theora) or sound only.
///
/// Source: RFC 3533 § 6; Theora specification § 6.2; RFC 7845 § 5.1.
enum Ogg: FormatProbe {
  static let firstBytes = FirstBytes.of("OggS")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("OggS\0", at: 0) else { return nil }
    return Recognition(.oggAudio, isCertain: false, OggParser())
  }
}

/// Reads the pages that begin streams: they all stand at the front.
struct OggParser: FormatParser {
  private static let mostStreams = 16

  private var next: UInt64 = 0
  private var streamsLeft = mostStreams
  private var video: String?
  private var audio: String?

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard try input.has("OggS", at: next), try input.u8(at: next + 5) & 2 != 0 else {
      return .done
    }
    let segments = UInt64(try input.u8(at: next + 26))
    var length: UInt64 = 0
    for index in 0..<segments { length += UInt64(try input.u8(at: next + 27 + index)) }
    let packet = next + 27 + segments
    try take(packet, input, &found)
    next = packet + length
    streamsLeft -= 1
    return streamsLeft > 0 ? .more : .done
  }

  private mutating func take(
    _ packet: UInt64, _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    let first = try input.u8(at: packet)
    if first == 0x80, try input.has("theora", at: packet + 1) {
      try input.require(42, at: packet)
      let codedWidth = Int(try input.u16(at: packet + 10)) * 16
      let codedHeight = Int(try input.u16(at: packet + 12)) * 16
      let width = Int(try input.u32(at: packet + 14) >> 8)
      let height = Int(try input.u32(at: packet + 17) >> 8)
      found.setSize(
        width > 0 && width <= codedWidth ? width : codedWidth,
        height > 0 && height <= codedHeight ? height : codedHeight)
      found.facts.displaySize = found.facts.size
      video = "theora"
    } else if first == 1, try input.has("vorbis", at: packet + 1) {
      audio = audio ?? "vorbis"
    } else if try input.has("OpusHead", at: packet) {
      audio = audio ?? "opus"
    } else if first == 0x7F, try input.has("FLAC", at: packet + 1) {
      audio = audio ?? "flac"
    } else if try input.has("Speex   ", at: packet) {
      audio = audio ?? "speex"
    } else if try input.has("BBCD", at: packet) {
      video = "dirac"
    }
  }

  func conclude(_ found: inout Findings) {
    found.settle(on: video == nil ? .oggAudio : .ogv)
    found.facts.tracks.videoCodec = video
    found.facts.tracks.audioCodec = audio
    found.facts.tracks.hasVideo = video != nil
    found.facts.tracks.hasAudio = audio != nil
    found.facts.codec = video ?? audio
  }
}
