import MediaTypes

/// RealMedia, and RealAudio of the first generations.
///
/// Source: Real Networks, "RealMedia File Format", PROP and MDPR.
enum RealMedia: FormatProbe {
  static let formats: [MediaFormat] = [.realAudio]
  static let firstBytes = FirstBytes.of(".RMF")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    if try input.u32(at: 0) == 0x2E72_61FD {
      return Recognition(.realAudio) { _, found throws(Shortage) in found.setSound("realaudio") }
    }
    guard try input.has(".RMF", at: 0) else { return nil }
    return Recognition(.realMedia, RealMediaParser())
  }
}

/// Walks the chunks before the data.
private struct RealMediaParser: FormatParser {
  private static let mostChunks = 64

  private var next: UInt64 = 0
  private var chunksLeft = mostChunks

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    try input.require(8, at: next)
    let name = try input.fourCC(at: next)
    let count = UInt64(try input.u32(at: next + 4))
    guard name != "DATA", count >= 10, chunksLeft > 0 else { return .done }
    if name == "PROP", count >= 34 {
      let seconds = Double(try input.u32(at: next + 30)) / 1000
      if seconds > 0 { found.facts.duration = seconds }
    }
    if name == "MDPR" { try takeStream(input, &found) }
    next += count
    chunksLeft -= 1
    return .more
  }

  private func takeStream(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) {
    var place = next + 40
    place += 1 + UInt64(try input.u8(at: place))
    let type = try input.prefix(Int(try input.u8(at: place)), at: place + 1)
    place += 1 + UInt64(type.count)
    if type.starts(with: "audio/".utf8) { found.facts.tracks.hasAudio = true }
    guard type.starts(with: "video/".utf8) else { return }
    found.facts.tracks.hasVideo = true
    // The length of what follows, then a length again.
    guard try input.has("VIDO", at: place + 8) else { return }
    let codec = try input.fourCC(at: place + 12).description.lowercased()
    found.setSize(try input.u16(at: place + 16), try input.u16(at: place + 18))
    found.facts.tracks.videoCodec = codec
    found.facts.codec = codec
  }

  func conclude(_ found: inout Findings) {
    guard found.facts.tracks.hasVideo != true, found.facts.tracks.hasAudio == true else { return }
    found.facts.tracks.hasVideo = false
    found.facts.kind = .audio
  }
}

extension MediaFormat {
  static let realAudio = MediaFormat(
    "realaudio", mime: "audio/x-pn-realaudio", uniformType: "com.real.realaudio", kind: .audio,
    fileExtensions: ["ra"])
}
