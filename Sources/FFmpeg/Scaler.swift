import CFFmpeg
package import MediaTypes

/// Turns frames into small pictures of red, green and blue, in one pass.
package enum Scaler {
  /// What samples are wanted.
  package enum Output: Sendable, Hashable {
    /// 8-bit red, green, blue.
    case rgb8
    /// 8-bit red, green, blue, straight alpha.
    case rgba8
    /// 16-bit red, green, blue, in the machine's order.
    case rgb16
    /// 16-bit red, green, blue, straight alpha, in the machine's order.
    case rgba16

    /// Bytes a pixel.
    package var bytesPerPixel: Int {
      switch self {
      case .rgb8: 3
      case .rgba8: 4
      case .rgb16: 6
      case .rgba16: 8
      }
    }

    var raw: AVPixelFormat {
      switch self {
      case .rgb8: AV_PIX_FMT_RGB24
      case .rgba8: AV_PIX_FMT_RGBA
      case .rgb16: CFFMPEG_PIX_FMT_RGB48
      case .rgba16: CFFMPEG_PIX_FMT_RGBA64
      }
    }
  }

  /// How luma and chroma become red, green and blue.
  package struct Colour: Sendable, Hashable {
    /// MatrixCoefficients of H.273; 0 and 2 count as BT.601.
    package var matrix: Int
    /// Whether samples use the whole range of their type.
    package var isFullRange: Bool

    /// Creates a conversion.
    package init(matrix: Int, isFullRange: Bool) {
      self.matrix = matrix
      self.isFullRange = isFullRange
    }
  }

  /// A part of a frame, in pixels.
  package struct Part: Sendable, Hashable {
    /// Columns left out on the left.
    package var left: Int
    /// Rows left out at the top.
    package var top: Int
    /// Width and height of the part.
    package var size: PixelSize
    /// Whether only every second row counts.
    package var oneField: Bool

    /// Creates a part.
    package init(left: Int = 0, top: Int = 0, size: PixelSize, oneField: Bool = false) {
      self.left = left
      self.top = top
      self.size = size
      self.oneField = oneField
    }

    /// The part of a frame that was reduced by a divisor, of which this was the part before.
    package func reduced(by divisor: Int, inside frame: PixelSize) -> Part {
      guard divisor > 1 else { return self }
      let left = min(self.left / divisor, frame.width - 1)
      let top = min(self.top / divisor, frame.height - 1)
      return Part(
        left: left, top: top,
        size: PixelSize(
          width: min(frame.width - left, (size.width + divisor - 1) / divisor),
          height: min(frame.height - top, (size.height + divisor - 1) / divisor)),
        oneField: false)
    }

    /// The whole of a frame.
    package static func whole(of frame: borrowing Frame) -> Part { Part(size: frame.size) }
  }

  /// The most by which one pass reduces a side; beyond, the library's filter tables do not reach.
  private static let passLimit = 60

  /// Scales a part of a frame.
  ///
  /// Averages over areas where it reduces, so that nothing aliases. Holds the result with padded
  /// rows, and a few rows of the frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - part: Which part of it; the whole where `nil`.
  ///   - size: Width and height of the result, in pixels.
  ///   - output: The samples of the result.
  ///   - colour: How luma and chroma are to be read.
  /// - Returns: The small picture.
  /// - Throws: `noConversion`, `outOfMemory`, `refused` where the part is not inside the frame.
  package static func scale(
    _ frame: borrowing Frame, part: Part? = nil, to size: PixelSize, as output: Output,
    colour: Colour
  ) throws(FFmpegError) -> ScaledPicture {
    let view = try FrameView(of: frame, part: part ?? .whole(of: frame))
    if output == .rgba8, view.samples.hasAlpha, size != view.size, size.fits(in: view.size) {
      return try AlphaReduction.reduce(view, to: size, colour: colour)
    }
    // Very strong reduction goes by way of a picture in between.
    let between = PixelSize(
      width: max(size.width, (view.size.width + passLimit - 1) / passLimit),
      height: max(size.height, (view.size.height + passLimit - 1) / passLimit))
    let first = try ScaledPicture(size: between, output: output)
    try Conversion(of: view, to: first, colour: colour).run(view, into: first)
    guard between != size else { return first }
    let second = try ScaledPicture(size: size, output: output)
    try Conversion(of: first.view, to: second, colour: Colour(matrix: 0, isFullRange: true))
      .run(first.view, into: second)
    return second
  }
}

extension PixelSize {
  /// Whether neither side is longer than the other's.
  func fits(in other: PixelSize) -> Bool { width <= other.width && height <= other.height }
}
