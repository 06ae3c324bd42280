import MediaTypes

/// Bare H.264 and HEVC: units that begin with start codes.
///
/// Source: ITU-T H.264 annex B and § 7.3.2.1.1; ITU-T H.265 annex B and § 7.3.1.2.
enum AnnexB: FormatProbe {
  static let firstBytes = FirstBytes.anyOf([0x00])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    let start = try input.u32(at: 0)
    let isLong = start == 1
    guard isLong || start >> 8 == 1 else { return nil }
    let unit: UInt64 = isLong ? 4 : 3
    let first = try input.u8(at: unit)
    let second = try input.u8(at: unit + 1)
    // A parameter set or a delimiter comes first; its layer is 0 and its temporal number 1.
    if second == 1, first & 0x81 == 0, [32, 33, 35].contains(first >> 1) {
      return recognition(.hevc, "hevc")
    }
    guard first & 0x80 == 0, [7, 9, 6].contains(first & 0x1F),
      first & 0x1F != 7 || first & 0x60 != 0
    else { return nil }
    return recognition(.h264, "h264")
  }

  /// The bytes in which the parameter set is looked for: a few first, since it mostly comes first.
  private static let searches = [512, 4 << 10, 16 << 10]

  private static func recognition(_ format: MediaFormat, _ codec: String) -> Recognition {
    Recognition(format) { input, found throws(Shortage) in
      found.facts.tracks.hasVideo = true
      found.facts.tracks.videoCodec = codec
      found.facts.codec = codec
      for count in searches {
        let bytes = Array(try input.prefix(count, at: 0))
        let isAll = bytes.count < count
        if PictureSearch.find(codec, in: bytes, isAll: isAll, &found) || isAll { return }
      }
    }
  }
}
