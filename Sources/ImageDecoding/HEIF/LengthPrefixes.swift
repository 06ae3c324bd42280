internal import HEIFItems

/// The numbers before the units of an HEVC or H.264 picture that say how long they are.
///
/// Source: ISO/IEC 14496-15:2022 § 5.3.3 (AVC), § 8.3.2 (HEVC).
struct LengthPrefixes {
  /// Bytes of such a number; 0 where there is none.
  let width: Int

  init(of image: CodedImage) {
    let place: Int
    switch image.codec {
    case FourCC("av01"), FourCC("jpeg"): place = .max
    case FourCC("avc1"): place = 4
    default: place = 21
    }
    let configuration = image.configuration ?? []
    width = place < configuration.count ? Int(configuration[place] & 3) + 1 : 0
  }

  /// Makes the last unit of a picture end where the bytes do, since decoders refuse all of a
  /// picture of which a unit claims more than there is.
  func shortenLast(in bytes: UnsafeMutableRawBufferPointer) {
    guard width > 0 else { return }
    var start = 0
    while bytes.count - start > width {
      let claimed = unsafe bytes[start..<(start + width)].reduce(0) { $0 << 8 | Int($1) }
      let left = bytes.count - start - width
      if claimed > left {
        for index in 0..<width {
          unsafe bytes[start + index] = UInt8(truncatingIfNeeded: left >> (8 * (width - 1 - index)))
        }
        return
      }
      start += width + claimed
    }
  }
}
