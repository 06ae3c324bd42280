/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int

  /// Creates a size of `width` × `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The size in words, as `4000×3000`.
  public var description: String { "\(width)×\(height)" }

  /// Whether both sides are at least one pixel.
  public var isValid: Bool { width > 0 && height > 0 }

  /// The longer side, in pixels.
  public var longerSide: Int { max(width, height) }

  /// The shorter side, in pixels.
  public var shorterSide: Int { min(width, height) }

  /// The number of pixels, or `nil` where it does not fit in an `Int` or a side is not positive.
  public var area: Int? {
    guard isValid else { return nil }
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? nil : area
  }

  /// The size with its sides exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The size whose longer side is at most `side` pixels, in the same shape; never larger.
  ///
  /// The one rounding rule of the package: the longer side becomes `side` exactly, the shorter one
  /// is rounded to the nearest pixel, halves up, and is at least one pixel.
  ///
  /// - Parameter side: The bound for the longer side, in pixels, at least 1.
  /// - Returns: The fitted size; `self` where it fits already.
  public func fitted(withinSide side: Int) -> PixelSize {
    guard isValid, side > 0, longerSide > side else { return self }
    let scale = Double(side) / Double(longerSide)
    let shorter = max(1, Int((Double(shorterSide) * scale).rounded(.toNearestOrAwayFromZero)))
    return width >= height
      ? PixelSize(width: side, height: shorter)
      : PixelSize(width: shorter, height: side)
  }

  /// The size divided by a shrink factor, each side rounded up as DCT scaling does.
  ///
  /// - Parameter factor: The divisor, at least 1.
  /// - Returns: The reduced size, each side at least one pixel.
  public func shrunk(by factor: Int) -> PixelSize {
    let divisor = max(1, factor)
    return PixelSize(
      width: max(1, width / divisor + (width % divisor == 0 ? 0 : 1)),
      height: max(1, height / divisor + (height % divisor == 0 ? 0 : 1)))
  }
}
