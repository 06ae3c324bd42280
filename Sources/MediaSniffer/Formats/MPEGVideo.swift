import MediaTypes

/// MPEG program streams, and bare MPEG-1 and MPEG-2 video.
///
/// Source: ISO/IEC 11172-1 § 2.4.3; ISO/IEC 13818-1 § 2.5.3; ISO/IEC 13818-2 § 6.2.2.
enum MPEGVideo: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x00])
  /// Bytes in which the sequence header is looked for.
  private static let searchedBytes = 12 << 10
  /// The bytes of a sequence header with both its matrices and the start of what follows.
  static let longestSequence = 160

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    switch try input.u32(at: 0) {
    case 0x0000_01BA:
      let mark = try input.u8(at: 4)
      guard mark & 0xC0 == 0x40 || mark & 0xF0 == 0x20 else { return nil }
      return Recognition(.mpegPS, header: readHeader)
    case 0x0000_01B3:
      return Recognition(.mpegVideo, header: readHeader)
    default: return nil
    }
  }

  @Sendable private static func readHeader(
    _ input: ByteWindow, _ found: inout Findings
  ) throws(Shortage) {
    let bytes = Array(try input.prefix(searchedBytes, at: 0))
    found.facts.tracks.hasVideo = found.facts.format == .mpegVideo ? true : nil
    guard bytes.count > 12 else { return }
    var zeros = 0
    for index in 0..<(bytes.count - 9) {
      if zeros >= 2, bytes[index] == 1, bytes[index + 1] == 0xB3 {
        _ = readSequence(bytes[(index + 2)...], &found)
        return
      }
      zeros = bytes[index] == 0 ? zeros + 1 : 0
    }
  }

  /// Reads a sequence header, behind its start code; `false` where it is cut or tells no size.
  static func readSequence(_ bytes: ArraySlice<UInt8>, _ found: inout Findings) -> Bool {
    guard bytes.count >= 8 else { return false }
    let at = bytes.startIndex
    let width = Int(bytes[at]) << 4 | Int(bytes[at + 1]) >> 4
    let height = (Int(bytes[at + 1]) & 15) << 8 | Int(bytes[at + 2])
    found.setSize(width, height)
    found.facts.tracks.hasVideo = true
    guard var shown = found.facts.size else { return false }
    // MPEG-2 gives the shape of the picture, MPEG-1 that of a pixel; these codes mean one thing
    // only where the former is meant.
    let shapes: [UInt8: Double] = [2: 4.0 / 3, 3: 16.0 / 9, 4: 2.21]
    let isSecond = bytes.count > 20 && hasExtension(bytes)
    found.facts.tracks.videoCodec = isSecond ? "mpeg2video" : "mpeg1video"
    found.facts.codec = found.facts.tracks.videoCodec
    if isSecond, let shape = shapes[bytes[at + 3] >> 4] {
      shown.width = max(1, Int((Double(shown.height) * shape).rounded()))
    }
    found.facts.displaySize = shown
    return true
  }

  /// Whether a sequence extension follows, which MPEG-1 has not.
  private static func hasExtension(_ bytes: ArraySlice<UInt8>) -> Bool {
    let window = bytes.prefix(longestSequence)
    return window.indices.dropLast(3).contains {
      bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 && bytes[$0 + 3] == 0xB5
    }
  }
}
