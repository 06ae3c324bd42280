import MediaTypes

/// Advanced Systems Format: Windows Media video and audio.
///
/// Source: Microsoft, "Advanced Systems Format Specification", revision 01.20.06, § 3 and § 10.
enum ASF: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x30])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u64(at: 0) == 0x3026_B275_8E66_CF11,
      try input.u64(at: 8) == 0xA6D9_00AA_0062_CE6C
    else { return nil }
    return Recognition(.asf, isCertain: false, ASFParser())
  }
}

/// Walks the objects of the header.
struct ASFParser: FormatParser {
  private static let mostObjects = 256
  private static let fileProperties: UInt64 = 0xA1DC_AB8C_47A9_CF11
  private static let streamProperties: UInt64 = 0x9107_DCB7_B7A9_CF11
  private static let headerExtension: UInt64 = 0xB503_BF5F_2EA9_CF11
  private static let videoMedia: UInt64 = 0xC0EF_19BC_4D5B_CF11
  private static let audioMedia: UInt64 = 0x409E_69F8_4D5B_CF11

  private var next: UInt64 = 30
  private var objectsLeft = mostObjects
  private var hasVideo = false
  private var hasAudio = false

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let headerEnd = try input.u64(at: 16, .little)
    guard next + 24 <= headerEnd, objectsLeft > 0 else { return .done }
    let kind = try input.u64(at: next)
    let count = try input.u64(at: next + 16, .little)
    guard count >= 24 else { return .done }
    if kind == Self.fileProperties {
      try input.require(104, at: next)
      let ticks = Double(try input.u64(at: next + 64, .little))
      let preroll = Double(try input.u64(at: next + 80, .little))
      let seconds = ticks / 1e7 - preroll / 1e3
      if seconds > 0 { found.facts.duration = seconds }
    } else if kind == Self.streamProperties {
      try takeStream(input, &found)
    }
    let (end, overflows) = next.addingReportingOverflow(count)
    guard !overflows else { return .done }
    next = end
    objectsLeft -= 1
    return .more
  }

  private mutating func takeStream(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    let type = try input.u64(at: next + 24)
    if type == Self.audioMedia { hasAudio = true }
    guard type == Self.videoMedia, !hasVideo else { return }
    try input.require(78 + 51, at: next)
    let data = next + 78
    found.setSize(try input.u32(at: data, .little), try input.u32(at: data + 4, .little))
    found.facts.displaySize = found.facts.size
    let code = try input.fourCC(at: data + 11 + 16).description.lowercased()
    let names = ["mp43": "msmpeg4v3", "mp4s": "mpeg4", "wmva": "vc1", "wvc1": "vc1"]
    found.facts.tracks.videoCodec = names[code] ?? code
    hasVideo = true
  }

  func conclude(_ found: inout Findings) {
    // With Windows' own codecs the file has a name of its own.
    let codec = found.facts.tracks.videoCodec ?? ""
    if hasAudio, !hasVideo {
      found.settle(on: .wma)
    } else if codec.hasPrefix("wmv") || codec == "vc1" {
      found.settle(
        on: .asf, mime: "video/x-ms-wmv", uniformType: "com.microsoft.windows-media-wmv")
    } else {
      found.settle(on: .asf)
    }
    found.facts.tracks.hasVideo = hasVideo
    found.facts.tracks.hasAudio = hasAudio
    found.facts.codec = found.facts.tracks.videoCodec
  }
}
