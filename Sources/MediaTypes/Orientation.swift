/// How a stored picture must be turned to stand upright, numbered as in EXIF.
///
/// Source: EXIF 2.32 (CIPA DC-008-2019) § 4.6.4 A, tag 0x0112.
public enum Orientation: UInt8, Sendable, CaseIterable {
  /// Upright as stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Upside down.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored along the diagonal from the top left.
  case leftMirrored = 5
  /// To be turned 90° clockwise.
  case right = 6
  /// Mirrored along the diagonal from the top right.
  case rightMirrored = 7
  /// To be turned 90° counter-clockwise.
  case left = 8

  /// Whether standing upright exchanges width and height.
  public var exchangesSides: Bool { rawValue >= 5 }

  /// The size of a picture once it stands upright.
  ///
  /// - Parameter stored: The size as stored, in pixels.
  /// - Returns: The size as displayed, in pixels.
  public func displaySize(of stored: PixelSize) -> PixelSize {
    exchangesSides ? stored.transposed : stored
  }

  /// The orientation that has the effect of a mirror and a turn, the mirror first.
  ///
  /// - Parameters:
  ///   - quarterTurns: Turns of 90° clockwise; any number, also negative.
  ///   - mirrored: Whether the picture is first mirrored left to right.
  public init(clockwiseQuarterTurns quarterTurns: Int, mirrored: Bool) {
    let turns = ((quarterTurns % 4) + 4) % 4
    let plain: [Orientation] = [.up, .right, .down, .left]
    let flipped: [Orientation] = [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
    self = mirrored ? flipped[turns] : plain[turns]
  }

  /// The turns of 90° clockwise that follow the mirror, 0 to 3.
  public var clockwiseQuarterTurns: Int {
    switch self {
    case .up, .upMirrored: 0
    case .right, .rightMirrored: 1
    case .down, .downMirrored: 2
    case .left, .leftMirrored: 3
    }
  }

  /// Whether the picture is first mirrored left to right.
  public var isMirrored: Bool {
    switch self {
    case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
    case .up, .down, .left, .right: false
    }
  }
}
