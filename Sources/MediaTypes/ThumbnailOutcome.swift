/// What came of making thumbnails of one file.
public struct ThumbnailOutcome: Sendable, Hashable {
  /// The thumbnails, in the order of the sizes asked for.
  public var thumbnails: [EncodedThumbnail]
  /// Where the pixels came from.
  public var source: PreviewSource
  /// Width and height of the original as displayed, in pixels, where decoding told.
  public var displaySize: PixelSize?
  /// What was odd, in no order.
  public var warnings: [MediaWarning]
  /// What can be shown before the thumbnails are there, where that was asked for.
  public var placeholder: Placeholder?

  /// Creates an outcome.
  ///
  /// - Parameters:
  ///   - thumbnails: The thumbnails, in the order of the sizes asked for.
  ///   - source: Where the pixels came from.
  ///   - displaySize: Width and height of the original as displayed, in pixels.
  ///   - warnings: What was odd.
  public init(
    thumbnails: [EncodedThumbnail], source: PreviewSource, displaySize: PixelSize?,
    warnings: [MediaWarning]
  ) {
    self.thumbnails = thumbnails
    self.source = source
    self.displaySize = displaySize
    self.warnings = warnings
  }
}
