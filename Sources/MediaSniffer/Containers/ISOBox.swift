/// The header of a box of ISO base media.
///
/// Source: ISO/IEC 14496-12:2022 § 4.2.
struct ISOBox: Sendable {
  /// What the box is.
  let type: FourCC
  /// Where its content begins in the file.
  let content: UInt64
  /// Where it ends in the file; behind every file where it reaches to the end.
  let end: UInt64

  /// An end that lies behind every file.
  static let endOfFile: UInt64 = 1 << 62

  /// Reads the header at an offset; `nil` where its size is smaller than itself or absurd.
  init?(_ input: ByteWindow, at start: UInt64) throws(Shortage) {
    try input.require(8, at: start)
    let size = try input.u32(at: start)
    type = try input.fourCC(at: start + 4)
    switch size {
    case 0:
      content = start + 8
      end = Self.endOfFile
    case 1:
      let large = try input.u64(at: start + 8)
      guard large >= 16, large < Self.endOfFile else { return nil }
      content = start + 16
      end = start + large
    case 2...7: return nil
    default:
      content = start + 8
      end = start + UInt64(size)
    }
  }

  /// The version of a full box, from its content.
  func version(_ input: ByteWindow) throws(Shortage) -> UInt8 { try input.u8(at: content) }

  /// The flags of a full box, from its content.
  func flags(_ input: ByteWindow) throws(Shortage) -> UInt32 {
    try input.u32(at: content) & 0xFF_FFFF
  }
}
