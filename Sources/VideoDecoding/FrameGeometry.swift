import FFmpeg
import MediaTypes

/// From the samples of a frame to the picture a person sees.
struct FrameGeometry: Hashable {
  /// Which part of the frame is shown.
  let part: Scaler.Part
  /// Width and height of the reduced picture, in pixels, before it is turned.
  let target: PixelSize
  /// How the reduced picture must be turned.
  let orientation: Orientation

  /// Works out a frame's geometry.
  ///
  /// - Parameters:
  ///   - frameSize: Width and height of the frame, in pixels, after the codec's own cropping.
  ///   - pixelAspect: Width of a pixel by its height; `nil` is square.
  ///   - orientation: How the picture must be turned.
  ///   - isInterlaced: Whether only one of the two fields is shown.
  ///   - wantedSide: The bound for the longer side, in pixels.
  init(
    frameSize: PixelSize, pixelAspect: Double?, orientation: Orientation, isInterlaced: Bool,
    wantedSide: Int
  ) {
    self.orientation = orientation
    part = Scaler.Part(size: frameSize, oneField: isInterlaced && frameSize.height >= 4)
    target = FrameGeometry.displaySize(of: frameSize, pixelAspect: pixelAspect)
      .fitted(withinSide: wantedSide)
  }

  /// The size at which a frame is shown before it is turned: pixels are made square by changing
  /// the width, as players do.
  static func displaySize(of frame: PixelSize, pixelAspect: Double?) -> PixelSize {
    guard let pixelAspect, plausibleAspects.contains(pixelAspect) else { return frame }
    let width = (Double(frame.width) * pixelAspect).rounded(.toNearestOrAwayFromZero)
    return PixelSize(width: max(1, Int(width)), height: frame.height)
  }

  /// Pixels of other shapes are mistakes of the file, and shown as squares.
  private static let plausibleAspects = 0.1...10.0
}
