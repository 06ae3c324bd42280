import FFmpeg
import MediaTypes

/// What the samples of a frame mean, with nothing left unspecified.
struct FrameColour: Hashable {
  /// How the scaler reads luma and chroma.
  let conversion: Scaler.Colour
  /// Primaries of the red, green and blue that the scaler gives.
  let primaries: Primaries
  /// The transfer function of the red, green and blue that the scaler gives.
  let transfer: Transfer

  /// Primaries that differ visibly from those of sRGB.
  enum Primaries: Hashable {
    /// Those of BT.709, and the older ones that are near to them.
    case sRGB
    /// BT.2020.
    case bt2020
    /// P3 with D65, or with the theatre's white, which is shown as D65.
    case p3
  }

  /// Transfer functions that a display does not undo as it does sRGB's.
  enum Transfer: Hashable {
    /// sRGB's, or a camera's that is shown as if it were.
    case sRGB
    /// None.
    case linear
    /// Perceptual quantiser, SMPTE ST 2084.
    case pq
    /// Hybrid log-gamma, ARIB STD-B67.
    case hlg
  }

  /// Whether the scaler's samples are to be shown as they are.
  var isDisplayReady: Bool { primaries == .sRGB && transfer == .sRGB }

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
    primaries =
      switch points.primaries {
      case 9: .bt2020
      case 11, 12: .p3
      default: .sRGB
      }
    transfer =
      switch points.transfer {
      case 8: .linear
      case 16: .pq
      case 18: .hlg
      default: .sRGB
      }
  }
}
