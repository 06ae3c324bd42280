import MediaTypes

/// MPEG audio behind zeros, as encoders leave them whose header was never written.
enum PaddedMP3: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0])
  private static let longestPadding = 4 << 10

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u64(at: 0) == 0 else { return nil }
    let bytes = try input.prefix(longestPadding, at: 0)
    guard let place = bytes.firstIndex(where: { $0 != 0 }), bytes[place] == 0xFF else {
      return nil
    }
    // Three frames in a row: zeros say nothing.
    let start = UInt64(place - bytes.startIndex)
    guard let frame = try MP3.frame(at: start, input) else { return nil }
    guard try MP3.frame(at: start + UInt64(frame.byteCount), input) != nil else { return nil }
    return Recognition(.mp3, MP3Parser(start: start))
  }
}
