package import MediaTypes

/// What decoding takes that goes on from a key frame, beyond the frame itself.
extension VideoCost {
  /// Hundredths of a byte a pixel for what belongs to a frame that others refer to: its motion.
  ///
  /// A vector of 12 bytes for each block of 4×4 pixels at most.
  /// Source: ITU-T H.265 § 8.5.3.2.8, H.264 § 8.4.1.2.
  package static let motionCentibytes: UInt64 = 80

  /// What is added to the bytes of a frame for its rows' alignment, in bytes.
  package static let alignmentBytes: UInt64 = 64 << 10

  /// Frames that are held at a time while decoding goes on: those that others refer to, those that
  /// wait for their turn, and the one that is decoded.
  ///
  /// Small frames may be as many as H.264 and HEVC allow; of large ones as many as encoders use
  /// unless they are told otherwise.
  package func groupFrameCount(size: PixelSize?) -> UInt64 {
    guard let frame = frameBytes(of: size), frame > 0 else { return VideoCost.fewestFrames }
    return min(max(VideoCost.plentyBytes / frame, VideoCost.fewestFrames), VideoCost.mostFrames)
  }

  /// Bytes of the frames that are held beside the one that is decoded; `nil` where they do not fit
  /// in 64 bits.
  func heldBytes(size: PixelSize?) -> UInt64? {
    guard let frame = frameBytes(of: size) else { return nil }
    var sum = ByteSum(0)
    sum.add(frame, groupFrameCount(size: size) - 1)
    return sum.total
  }

  private func frameBytes(of size: PixelSize?) -> UInt64? {
    let size = size ?? PixelSize(width: 1920, height: 1088)
    guard let area = size.area else { return nil }
    let centibytes = frameCentibytes + VideoCost.motionCentibytes
    let (bytes, overflows) = UInt64(area).multipliedReportingOverflow(by: centibytes)
    return overflows ? nil : bytes / 100 + VideoCost.alignmentBytes
  }

  private static let fewestFrames: UInt64 = 8
  private static let mostFrames: UInt64 = 20
  private static let plentyBytes: UInt64 = 16 << 20
}
