import MediaTypes

/// Core Audio Format.
///
/// Source: Apple, "Core Audio Format Specification 1.0", audio description and packet table.
enum CAF: FormatProbe {
  static let formats: [MediaFormat] = [.caf]
  static let firstBytes = FirstBytes.of("caff")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("caff", at: 0), try input.u16(at: 4) == 1 else { return nil }
    return Recognition(.caf, CAFParser())
  }
}

/// Walks the chunks up to the one that gives the play time.
private struct CAFParser: FormatParser {
  private static let mostChunks = 32

  private var next: UInt64 = 8
  private var chunksLeft = mostChunks
  private var rate: Double = 0
  private var bytesPerPacket: UInt32 = 0
  private var framesPerPacket: UInt32 = 0

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    guard chunksLeft > 0, !input.ends(before: next + 12) else { return .done }
    try input.require(12, at: next)
    let name = try input.fourCC(at: next)
    let count = try input.u64(at: next + 4)
    let content = next + 12
    switch name {
    case "desc":
      try input.require(32, at: content)
      rate = Double(bitPattern: try input.u64(at: content))
      found.setSound(try input.fourCC(at: content + 8).description.lowercased())
      bytesPerPacket = try input.u32(at: content + 16)
      framesPerPacket = try input.u32(at: content + 20)
    case "pakt":
      let frames = Double(try input.u64(at: content + 8))
      found.setSound(found.facts.codec, seconds: rate > 0 ? frames / rate : nil)
      return .done
    case "data" where bytesPerPacket > 0:
      let end = max(input.byteCount ?? content, content)
      let length = count == .max ? end - content : count
      let frames = Double(length) / Double(bytesPerPacket) * Double(framesPerPacket)
      found.setSound(found.facts.codec, seconds: rate > 0 ? frames / rate : nil)
      return .done
    default: break
    }
    guard count < .max >> 1, content < .max >> 1 else { return .done }
    next = content + count
    chunksLeft -= 1
    return .more
  }
}

extension MediaFormat {
  static let caf = MediaFormat(
    "caf", mime: "audio/x-caf", uniformType: "com.apple.coreaudio-format", kind: .audio,
    fileExtensions: ["caf"])
}
