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
  /// - Returns: Options that hold the decoder to the bytes.
  static func options(
    for stream: StreamFacts, plannedBytes: UInt64, wantedSide: Int, bandReduction: Int
  ) -> Decoder.Options {
    let cost = VideoCost(codec: stream.codec, bitDepth: stream.samples?.bitDepth)
    let rest = plannedBytes.subtracting(cost.fixedBytes)
      .subtracting(reducedBytes(wantedSide: wantedSide, of: stream.size))
    var options = Decoder.Options(frameByteLimit: rest)
    options.bandReduction = bandReduction
    options.tableCentibytes = cost.tableCentibytes(bandReduction: bandReduction)
    // As stored, and with its escapes taken out.
    options.packetCopies = 2
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
