import FFmpeg
import MediaTypes

/// From the samples of a frame to the picture a person sees.
struct FrameGeometry: Hashable {
  /// Which part of the frame is shown.
  let part: Scaler.Part
  /// Width and height of the reduced picture, in pixels, before it is turned.
  let target: PixelSize

  /// Works out a frame's geometry.
  ///
  /// - Parameters:
  ///   - frameSize: Width and height of the frame, in pixels, after the codec's own cropping.
  ///   - pixelAspect: Width of a pixel by its height; `nil` is square.
  ///   - isInterlaced: Whether only one of the two fields is shown.
  ///   - crop: What the container cuts off, where it speaks of a frame of this size.
  ///   - wantedSide: The bound for the longer side, in pixels.
  init(
    frameSize: PixelSize, pixelAspect: Double?, isInterlaced: Bool, crop: PixelInsets? = nil,
    wantedSide: Int
  ) {
    let shown = crop?.remainder(of: frameSize) ?? frameSize
    let isCropped = shown != frameSize
    part = Scaler.Part(
      left: isCropped ? crop?.left ?? 0 : 0, top: isCropped ? crop?.top ?? 0 : 0, size: shown,
      oneField: isInterlaced && shown.height >= 4)
    target = FrameGeometry.displaySize(of: shown, pixelAspect: pixelAspect)
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
