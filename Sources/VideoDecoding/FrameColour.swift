import ColourRendering
import FFmpeg
import MediaTypes

/// What the samples of a frame mean, with nothing left unspecified.
struct FrameColour: Hashable {
  /// How the scaler reads luma and chroma.
  let conversion: Scaler.Colour
  /// What the red, green and blue that the scaler gives mean.
  let display: DisplayColour

  /// Whether the scaler's samples are to be shown as they are.
  var isDisplayReady: Bool { display.isDisplayReady }

  /// Reads code points, and fills in what they leave open.
  ///
  /// Unspecified matrices are BT.2020's where the primaries are, else BT.601's below 720 lines and
  /// BT.709's from there on, as broadcasters and players hold it.
  /// Source: ITU-T H.273 § 8.1 to 8.3.
  init(_ points: ColourFacts.CodePoints, height: Int) {
    let isWide = points.primaries == 9
    let matrix: Int
    switch points.matrix {
    case 1, 4, 5, 6, 7, 9, 10: matrix = points.matrix
    default: matrix = isWide ? 9 : height < 720 ? 6 : 1
    }
    conversion = Scaler.Colour(matrix: matrix, isFullRange: points.isFullRange)
    display = DisplayColour(points)
  }
}
