package import MediaTypes

/// What decoding the items of a HEIF or AVIF file one by one gives.
package enum HEIFCost {
  /// The size to which items are reduced while they are decoded.
  ///
  /// Area averages down to twice or three times of what is wanted, and a sharper filter from there
  /// on, look like the sharper filter alone. For large sizes memory counts more than the last bit
  /// of sharpness. Pictures that are hardly larger stay as they are, since averages over one pixel
  /// and a bit would blur.
  ///
  /// - Parameters:
  ///   - picture: Width and height of what is shown, before any turn, in pixels.
  ///   - wantedSide: The longest side that is wanted, in pixels.
  /// - Returns: The size of the reduced picture; at least what is wanted, never enlarged.
  package static func rasterSize(of picture: PixelSize, wantedSide: Int) -> PixelSize {
    let side = max(1, wantedSide)
    let multiple = min(3, max(1.25, 1 + 1024 / Double(side)))
    guard Double(picture.longerSide) > 1.25 * multiple * Double(side) else { return picture }
    let wanted = picture.fitted(withinSide: side)
    return PixelSize(
      width: Int((Double(wanted.width) * multiple).rounded()),
      height: Int((Double(wanted.height) * multiple).rounded()))
  }
}
