import MediaTypes

/// Looks for the size of pictures in the first bytes of a bare video stream.
///
/// Source: ITU-T H.264 and H.265 annex B; ISO/IEC 13818-2 § 6.2.2; ISO/IEC 14496-2 § 6.2.3.
enum PictureSearch {
  /// What stands behind a start code.
  private struct Unit {
    let bytes: ArraySlice<UInt8>
    /// Whether another start code follows, so that nothing is missing.
    let isComplete: Bool
  }

  /// Looks for what tells the size.
  ///
  /// - Parameters:
  ///   - codec: The short name of the codec; other ones than those of the sources find nothing.
  ///   - bytes: The stream from its beginning, as far as it is there.
  ///   - isAll: Whether there will be no more bytes.
  ///   - found: Where the facts go.
  /// - Returns: Whether it was found.
  static func find(
    _ codec: String, in bytes: [UInt8], isAll: Bool, _ found: inout Findings
  ) -> Bool {
    for unit in units(of: bytes) where unit.isComplete || isAll {
      guard let first = unit.bytes.first else { continue }
      var parameters: SequenceParameters?
      switch codec {
      case "h264" where first & 0x1F == 7:
        parameters = SequenceParameters(h264: unit.bytes.dropFirst())
      case "hevc" where first >> 1 & 0x3F == 33:
        parameters = SequenceParameters(hevc: unit.bytes.dropFirst(2))
      case "mpeg4" where 0x20...0x2F ~= first:
        parameters = SequenceParameters(mpeg4: unit.bytes.dropFirst())
      case "mpeg1video" where first == 0xB3, "mpeg2video" where first == 0xB3:
        // Whether an extension follows decides what the shape means.
        let rest = bytes[(unit.bytes.startIndex + 1)...]
        guard isAll || rest.count >= MPEGVideo.longestSequence else { return false }
        return MPEGVideo.readSequence(rest, &found)
      default: break
      }
      if let parameters {
        parameters.describe(&found)
        return true
      }
    }
    return false
  }

  /// What lies between the start codes.
  private static func units(of bytes: [UInt8]) -> [Unit] {
    var units: [Unit] = []
    var start: Int?
    var zeros = 0
    for (place, byte) in bytes.enumerated() {
      if byte == 1, zeros >= 2 {
        if let start { units.append(Unit(bytes: bytes[start..<(place - 2)], isComplete: true)) }
        start = place + 1
      }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    if let start { units.append(Unit(bytes: bytes[start...], isComplete: false)) }
    return units
  }
}

extension SequenceParameters {
  /// Reads a video object layer of MPEG-4, behind its start code.
  ///
  /// Source: ISO/IEC 14496-2 § 6.2.3 and table 6-12 (pixel aspect ratio).
  init?(mpeg4 layer: ArraySlice<UInt8>) {
    var bits = EscapedBits(layer)
    bits.skip(9)
    let version = bits.flag() ? bits.next(7) >> 3 : 1
    let shapes: [UInt32: Double] = [
      2: 12.0 / 11, 3: 10.0 / 11, 4: 16.0 / 11, 5: 40.0 / 33,
    ]
    let code = bits.next(4)
    pixelAspect = shapes[code]
    if code == 15 {
      let across = Double(bits.next(8))
      let down = Double(bits.next(8))
      if across > 0, down > 0 { pixelAspect = across / down }
    }
    if bits.flag() {
      bits.skip(3)
      if bits.flag() { bits.skip(79) }
    }
    let shape = bits.next(2)
    guard shape == 0, version != 0 else { return nil }
    bits.skip(1)
    let ticks = bits.next(16)
    bits.skip(1)
    // The bits that a time below one second takes.
    if bits.flag() { bits.skip(max(1, 32 - max(1, ticks &- 1).leadingZeroBitCount)) }
    bits.skip(1)
    let width = Int(bits.next(13))
    bits.skip(1)
    size = PixelSize(width: width, height: Int(bits.next(13)))
    chroma = PixelSize(width: 2, height: 2)
    guard !bits.isOverrun, size.isValid else { return nil }
  }
}
