package import MediaTypes

/// How far a JPEG is reduced before the final filter: by its coefficients, then by averaging.
package struct JPEGScale: Hashable, Sendable {
  /// The reduction that the kept coefficients give: 8, 4 or 2.
  package let denominator: Int
  /// Pixels of that reduction that are averaged to one, in each direction.
  package let box: Int
  /// How many of the pixels that are left, in each direction, may share a sample of chroma that is
  /// stored at less than the full resolution.
  ///
  /// At 1/8 they share where chroma alone still has what is wanted: then a block's mean is all that
  /// is needed of it, as it is of luma.
  package let chroma: Int

  /// What is left to the final filter at least, so that a reduced picture is no softer and no more
  /// jagged than one that was decoded whole.
  static let leftToFilter = 1.5
  /// What is left of shared chroma at least: a thumbnail stores it at half its size in turn.
  static let leftOfSharedChroma = 0.95

  /// Chooses the strongest reduction that leaves enough; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - size: The picture's width and height as stored, in pixels.
  ///   - wantedSide: The longest side that is wanted, in pixels.
  package init?(size: PixelSize, wantedSide: Int) {
    guard size.isValid, wantedSide > 0 else { return nil }
    let reduction = Double(size.longerSide) / Double(wantedSide) / JPEGScale.leftToFilter
    guard let denominator = [8, 4, 2].first(where: { reduction >= Double($0) }) else { return nil }
    self.denominator = denominator
    box = denominator == 8 ? max(1, min(64, Int(reduction / 8))) : 1
    let left = reduction * JPEGScale.leftToFilter / Double(denominator * box)
    chroma = denominator == 8 && left / 2 >= JPEGScale.leftOfSharedChroma ? 2 : 1
  }
}
