import MediaTypes

/// Flash video.
///
/// Source: Adobe, "Flash Video File Format Specification", version 10.1, annex E.
enum FLV: FormatProbe {
  static let firstBytes = FirstBytes.of("FLV")

  /// Bytes of the first script tag in which sizes are looked for.
  private static let searchedBytes = 4096

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has("FLV", at: 0), try input.u8(at: 3) < 5 else { return nil }
    return Recognition(.flv) { input, found throws(Shortage) in
      let flags = try input.u8(at: 4)
      found.facts.tracks.hasVideo = flags & 1 != 0
      found.facts.tracks.hasAudio = flags & 4 != 0
      let start = UInt64(try input.u32(at: 5)) + 4
      // An audio-only file says so in its flags, a careless muxer does not.
      guard try input.u8(at: start) & 0x1F == 18 else { return }
      let count = Int(try input.u32(at: start) & 0xFF_FFFF)
      let bytes = Array(try input.prefix(min(count, searchedBytes), at: start + 11))
      if let width = number("width", in: bytes), let height = number("height", in: bytes),
        0...65_535 ~= width, 0...65_535 ~= height
      {
        found.setSize(Int(width), Int(height))
        found.facts.displaySize = found.facts.size
      }
      if let duration = number("duration", in: bytes), duration > 0 {
        found.facts.duration = duration
      }
      found.facts.tracks.frameRate = number("framerate", in: bytes)
    }
  }

  /// The number that follows a property's name: AMF0 marks one with a zero byte.
  private static func number(_ name: String, in bytes: [UInt8]) -> Double? {
    let key = [0, UInt8(name.utf8.count)] + Array(name.utf8) + [0]
    guard bytes.count >= key.count + 8 else { return nil }
    for start in 0...(bytes.count - key.count - 8)
    where bytes[start..<(start + key.count)].elementsEqual(key) {
      let raw = bytes[(start + key.count)..<(start + key.count + 8)].reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      let value = Double(bitPattern: raw)
      return value.isFinite ? value : nil
    }
    return nil
  }
}
