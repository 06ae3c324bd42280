import Inflation
import MediaTypes

/// The ICC profile of a PNG, inflated from the chunk `iCCP`.
///
/// Source: W3C PNG Specification (third edition) § 11.3.2.3; ICC.1:2022 § 7.2.2.
enum PNGProfile {
  /// The largest profile that is carried along, in bytes.
  static let limit = 4 << 20
  private static let headerByteCount = 128

  /// The profile's bytes, as many as its own header claims.
  ///
  /// Holds no more than these, the chunk's next 64 KiB and an inflater.
  ///
  /// - Returns: `nil` where the payload is no name and zlib stream, or the stream is no profile, or
  ///   the profile is longer than the limit.
  /// - Throws: What the source throws.
  static func bytes(of chunk: PNGChunk, in input: PNGInput) throws(ThumbnailError) -> [UInt8]? {
    var piece = try input.piece(of: chunk, at: 0)
    // A name of at most 79 letters, a zero, and the method, which is zero.
    guard let nameEnd = piece.prefix(80).firstIndex(of: 0), nameEnd + 1 < piece.count,
      piece[nameEnd + 1] == 0
    else { return nil }
    let stream = DeflateStream(wrapper: .zlib)
    var position = nameEnd + 2
    var used = position
    var profile = [UInt8](repeating: 0, count: headerByteCount)
    var filled = 0
    while filled < profile.count {
      let progress = unsafe profile.withUnsafeMutableBytes { output in
        unsafe piece.withUnsafeBytes { bytes in
          unsafe stream.inflate(
            UnsafeRawBufferPointer(rebasing: bytes[position...]),
            into: UnsafeMutableRawBufferPointer(rebasing: output[filled...]))
        }
      }
      position += progress.consumed
      used += progress.consumed
      filled += progress.produced
      if filled == headerByteCount, profile.count == headerByteCount {
        let claimed = Int(profile.bigEndianUInt32(at: 0))
        guard claimed >= headerByteCount, claimed <= limit else { return nil }
        profile.reserveCapacity(claimed)
        profile += repeatElement(0, count: claimed - headerByteCount)
      }
      guard progress.state == .open || filled == profile.count else { return nil }
      if position == piece.count, progress.produced == 0 {
        guard used < chunk.byteCount else { return nil }
        piece = try input.piece(of: chunk, at: used)
        position = 0
        guard !piece.isEmpty else { return nil }
      }
    }
    return profile
  }
}
