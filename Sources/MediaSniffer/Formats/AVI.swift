import MediaTypes

/// Audio Video Interleave.
///
/// Source: Microsoft, "AVI RIFF File Reference": `avih`, `strh`, `strf`.
enum AVI: FormatProbe {
  static let firstBytes = FirstBytes.of("RIFF")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("RIFF", at: 0), try input.has(oneOf: "AVI ", "AVIX", at: 8) else {
      return nil
    }
    return Recognition(.avi, AVIParser())
  }
}

/// Walks the header list chunk by chunk; lists are entered.
struct AVIParser: FormatParser {
  private static let mostChunks = 512

  private var next: UInt64 = 12
  private var chunksLeft = mostChunks
  private var streamType: FourCC = "    "
  private var microsecondsPerFrame: UInt32 = 0
  private var frames: UInt32 = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    try input.require(8, at: next)
    let type = try input.fourCC(at: next)
    let count = UInt64(try input.u32(at: next + 4, .little))
    let content = next + 8
    if type == "LIST" {
      // The pictures themselves follow: everything was said before.
      if try input.fourCC(at: content) == "movi" { return .done }
      next = content + 4
    } else {
      try take(type, at: content, input, &found)
      next = content + count + count % 2
    }
    chunksLeft -= 1
    return chunksLeft > 0 ? .more : .done
  }

  private mutating func take(
    _ type: FourCC, at content: UInt64, _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    switch type {
    case "avih":
      try input.require(40, at: content)
      microsecondsPerFrame = try input.u32(at: content, .little)
      frames = try input.u32(at: content + 16, .little)
      found.setSize(
        try input.u32(at: content + 32, .little), try input.u32(at: content + 36, .little))
    case "strh":
      streamType = try input.fourCC(at: content)
      if streamType == "auds" { found.facts.tracks.hasAudio = true }
    case "strf":
      try takeFormat(at: content, input, &found)
    default: break
    }
  }

  private func takeFormat(
    at content: UInt64, _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    guard streamType == "vids", found.facts.tracks.hasVideo != true else { return }
    try input.require(20, at: content)
    let height = Int32(bitPattern: try input.u32(at: content + 8, .little))
    let codec = try input.fourCC(at: content + 16).description
    found.setSize(try input.u32(at: content + 4, .little), height.magnitude)
    found.facts.tracks.hasVideo = true
    found.facts.tracks.videoCodec = Self.codecName(codec)
    found.facts.codec = found.facts.tracks.videoCodec
  }

  func conclude(_ found: inout Findings) {
    found.facts.displaySize = found.facts.size
    if found.facts.tracks.hasVideo == nil { found.facts.tracks.hasVideo = false }
    if microsecondsPerFrame > 0 {
      found.facts.tracks.frameRate = 1e6 / Double(microsecondsPerFrame)
      let seconds = Double(frames) * Double(microsecondsPerFrame) / 1e6
      if seconds > 0 { found.facts.duration = seconds }
    }
  }

  private static func codecName(_ code: String) -> String {
    let names = [
      "xvid": "mpeg4", "divx": "mpeg4", "dx50": "mpeg4", "fmp4": "mpeg4", "mjpg": "mjpeg",
      "h264": "h264", "avc1": "h264", "x264": "h264", "cvid": "cinepak", "dvsd": "dvvideo",
      "....": "rawvideo",
    ]
    return names[code.lowercased()] ?? code.lowercased()
  }
}
