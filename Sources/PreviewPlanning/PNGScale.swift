package import MediaTypes

/// How far a PNG is averaged before the final filter.
package enum PNGScale {
  /// What is left to the final filter: three times the wanted side while that is little, and never
  /// less than twice.
  ///
  /// With three times, boxes and filter together come as near to one good filter over all pixels
  /// as the filter alone does after libvips' own boxes; with twice they are a little softer.
  private static let generousSide = 1536

  /// The size to which a picture is averaged.
  ///
  /// - Parameters:
  ///   - size: The picture's width and height as stored, in pixels.
  ///   - wantedSide: The longest side that is wanted, in pixels.
  /// - Returns: Width and height; the picture's own where it is hardly larger than what is wanted.
  package static func reducedSize(of size: PixelSize, wantedSide: Int) -> PixelSize {
    let wanted = max(1, min(wantedSide, size.longerSide))
    return size.fitted(withinSide: max(2 * wanted, min(3 * wanted, generousSide)))
  }
}
