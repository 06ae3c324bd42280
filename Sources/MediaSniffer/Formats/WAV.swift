import MediaTypes

/// WAVE, also with lengths of 64 bits.
///
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0";
/// EBU Tech 3306 (RF64); RFC 2361 for codecs.
enum WAV: FormatProbe {
  static let firstBytes = FirstBytes.of("R", "B")

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.has(oneOf: "RIFF", "RIFX", "RF64", "BW64", at: 0) else { return nil }
    if try input.has("RMID", at: 8) { return Recognition(.midi) }
    guard try input.has("WAVE", at: 8) else { return nil }
    let order: ByteOrder = try input.has("RIFX", at: 0) ? .big : .little
    return Recognition(
      .wav,
      SoundChunksParser(order) { name, content, count, input, notes throws(Shortage) in
        try take(name, content, count, order, input, &notes)
      })
  }

  private static func take(
    _ name: FourCC, _ content: UInt64, _ count: UInt64, _ order: ByteOrder, _ input: ByteWindow,
    _ notes: inout SoundNotes
  ) throws(Shortage) {
    switch name {
    case "fmt ":
      try input.require(14, at: content)
      notes.codec = codecs[try input.u16(at: content, order)]
      notes.bytesPerSecond = try input.u32(at: content + 8, order)
    case "ds64":
      notes.soundLength = try input.u64(at: content + 8, .little)
    case "data":
      let length = count == 0xFFFF_FFFF ? notes.soundLength ?? count : count
      notes.longLength = length
      notes.isSoundReached = true
      if notes.bytesPerSecond > 0 {
        let held = input.byteCount.map { min(length, $0 > content ? $0 - content : 0) } ?? length
        notes.seconds = Double(held) / Double(notes.bytesPerSecond)
      }
    default: break
    }
  }

  private static let codecs: [UInt16: String] = [
    0x0001: "pcm", 0x0002: "adpcm_ms", 0x0003: "pcm_float", 0x0006: "pcm_alaw",
    0x0007: "pcm_mulaw", 0x0011: "adpcm_ima_wav", 0x0031: "gsm_ms", 0x0050: "mp2", 0x0055: "mp3",
    0x00FF: "aac", 0x0161: "wmav2", 0x2000: "ac3", 0xF1AC: "flac", 0xFFFE: "pcm",
  ]
}
