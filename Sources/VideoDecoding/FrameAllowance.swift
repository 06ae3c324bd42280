import FFmpeg
import MediaTypes
import PreviewPlanning

/// What a decoder may take of the bytes that were planned for a step.
enum FrameAllowance {
  /// Bounds for the decoder of a stream.
  ///
  /// - Parameters:
  ///   - stream: What the container says about the stream.
  ///   - plannedBytes: What was planned for the whole decode.
  ///   - wantedSide: The longest side of the reduced picture, in pixels.
  ///   - bandReduction: By how much frames are reduced while they decode.
  ///   - decodesOn: Whether frames are decoded that need others.
  /// - Returns: Options that hold the decoder to the bytes.
  static func options(
    for stream: StreamFacts, plannedBytes: UInt64, wantedSide: Int, bandReduction: Int,
    decodesOn: Bool
  ) -> Decoder.Options {
    let cost = VideoCost(codec: stream.codec, bitDepth: stream.samples?.bitDepth)
    let reduced = reducedBytes(wantedSide: wantedSide, of: stream.size)
    let rest = plannedBytes.subtracting(cost.fixedBytes)
      .subtracting(decodesOn ? reduced.multipliedClamped(by: 2) : reduced)
    var options = Decoder.Options(frameByteLimit: rest)
    options.bandReduction = bandReduction
    options.tableCentibytes = cost.tableCentibytes(bandReduction: bandReduction)
    // As stored, and with its escapes taken out.
    options.packetCopies = 2
    if decodesOn {
      options.countsHeldFrames = true
      options.heldCentibytes = VideoCost.motionCentibytes
      options.heldBytes = VideoCost.alignmentBytes
      options.uncountedFrames = cost.groupFrameCount(size: stream.size)
    }
    return options
  }

  /// Bytes of the reduced picture as the scaler pads it, and of the raster it is copied to.
  private static func reducedBytes(wantedSide: Int, of size: PixelSize?) -> UInt64 {
    let target =
      size?.fitted(withinSide: wantedSide)
      ?? PixelSize(width: wantedSide, height: wantedSide)
    return UInt64(clamping: target.area ?? .max).multipliedClamped(by: 8)
  }
}

extension UInt64 {
  fileprivate func subtracting(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }

  fileprivate func multipliedClamped(by other: UInt64) -> UInt64 {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}
