import ColourRendering
import FFmpeg
import MediaTypes

/// A reduced picture of a frame, and how it is to be shown.
struct ShownFrame: ~Copyable {
  /// The reduced picture, in the form in which it is to be shown.
  private let picture: ScaledPicture
  private let colour: FrameColour
  private let peakLuminance: Double?

  /// How the reduced picture must be turned.
  let orientation: Orientation
  /// Whether a pixel is transparent.
  let hasAlpha: Bool
  /// What was odd.
  var warnings: [MediaWarning] = []

  /// Width and height in pixels.
  var size: PixelSize { picture.size }

  /// Reduces a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame, which may go afterwards.
  ///   - stream: What its container says about it.
  ///   - order: What is wanted, and what the container cuts off.
  /// - Throws: `noConversion`, `outOfMemory`.
  init(_ frame: borrowing Frame, of stream: StreamFacts, for order: FrameOrder) throws(FFmpegError)
  {
    guard let samples = frame.samples else { throw .noConversion(stream.codec) }
    let orientation = stream.orientation ?? frame.orientation ?? .up
    let cut = order.cut?.storedSize == frame.wholeSize ? order.cut : nil
    let pixelAspect = (stream.pixelAspect ?? frame.pixelAspect)?.value
    let geometry = FrameGeometry(
      frameSize: frame.wholeSize, pixelAspect: cut?.pixelAspect(of: orientation) ?? pixelAspect,
      isInterlaced: frame.isInterlaced, crop: cut?.crop,
      wantedSide: order.wantedSide)
    let mayBeTransparent =
      samples.hasAlpha && (!samples.isPalette || Self.codecsWithPaletteAlpha.contains(stream.codec))
    let colour = FrameColour(frame.codePoints, height: frame.wholeSize.height)
    let output: Scaler.Output =
      switch (colour.isDisplayReady, mayBeTransparent) {
      case (true, false): .rgb8
      case (true, true): .rgba8
      case (false, false): .rgb16
      case (false, true): .rgba16
      }
    let picture = try Scaler.scale(
      frame, part: geometry.part.reduced(by: frame.reduction, inside: frame.size),
      to: geometry.target, as: output, colour: colour.conversion)
    let isOpaque = picture.isOpaque
    self.colour = colour
    peakLuminance = frame.peakLuminance
    self.orientation = orientation
    hasAlpha = mayBeTransparent && !isOpaque
    // Last: read while this value is half made, the compiler released the picture twice.
    self.picture = picture
  }

  /// Codecs whose palettes have alpha; others leave it unset.
  private static let codecsWithPaletteAlpha: Set<String> = ["png", "apng", "gif", "webp", "tiff"]

  /// Writes 8-bit sRGB, with alpha where `hasAlpha` says so.
  ///
  /// - Parameter target: Receives the rows without padding.
  func write(into target: UnsafeMutableRawBufferPointer) {
    if colour.isDisplayReady {
      unsafe picture.copy(into: target, keepsAlpha: hasAlpha)
    } else {
      let rendering = DisplayRendering(colour.display, peakLuminance: peakLuminance)
      let channels = picture.output.bytesPerPixel / 2
      let rowBytes = picture.size.width * (hasAlpha ? 4 : 3)
      for row in 0..<picture.size.height {
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: target[(row * rowBytes)..<((row + 1) * rowBytes)])
        unsafe picture.withRow(row) { pixels in
          unsafe rendering.write(pixels, channels: channels, into: part, keepsAlpha: hasAlpha)
        }
      }
    }
  }

  /// How much the picture tells.
  var measure: PictureMeasure { PictureMeasure(picture) }
}
