package import MediaTypes

/// A part of a picture, in whole pixels from its left upper corner.
package struct PixelRect: Hashable, Sendable {
  /// Pixels left of it.
  package var x: Int
  /// Pixels above it.
  package var y: Int
  /// Its width and height.
  package var size: PixelSize

  /// Creates a rectangle.
  package init(x: Int, y: Int, size: PixelSize) {
    self.x = x
    self.y = y
    self.size = size
  }
}

/// Which part of a decoded picture is shown, and how it is turned: all transforms of an item in one.
package struct PictureGeometry: Hashable, Sendable {
  /// The part that is shown, of the picture as decoded.
  package private(set) var crop: PixelRect
  /// How that part must be turned to stand upright.
  package private(set) var orientation: Orientation

  /// Folds transforms into one part and one turn.
  ///
  /// A part that lies outside of the picture or is empty changes nothing.
  ///
  /// - Parameters:
  ///   - size: Width and height of the decoded picture, in pixels.
  ///   - transforms: What is done to it, in this order.
  package init(of size: PixelSize, after transforms: [ItemTransform]) {
    crop = PixelRect(x: 0, y: 0, size: size)
    orientation = .up
    for transform in transforms { apply(transform) }
  }

  /// Width and height of the part once it stands upright, in pixels.
  package var displaySize: PixelSize { orientation.displaySize(of: crop.size) }

  private mutating func apply(_ transform: ItemTransform) {
    let turns = orientation.clockwiseQuarterTurns
    switch transform {
    case .crop(let aperture): apply(aperture)
    case .turn(let quarters):
      orientation = Orientation(
        clockwiseQuarterTurns: turns - quarters, mirrored: orientation.isMirrored)
    // A mirror after a turn is the opposite turn after the mirror; mirrored top to bottom is
    // mirrored left to right and turned by 180°.
    case .mirrorLeftToRight:
      orientation = Orientation(
        clockwiseQuarterTurns: -turns, mirrored: !orientation.isMirrored)
    case .mirrorTopToBottom:
      orientation = Orientation(
        clockwiseQuarterTurns: 2 - turns, mirrored: !orientation.isMirrored)
    }
  }

  /// Narrows what is shown to a clean aperture of what was shown up to now.
  private mutating func apply(_ aperture: CleanAperture) {
    let shown = displaySize
    guard
      let columns = Self.span(
        of: aperture.width, middleOffset: aperture.offsetX, within: shown.width),
      let rows = Self.span(
        of: aperture.height, middleOffset: aperture.offsetY, within: shown.height)
    else { return }
    var part = PixelRect(
      x: columns.lowerBound, y: rows.lowerBound,
      size: PixelSize(width: columns.count, height: rows.count))
    // What was shown is a mirror and then turns; they are undone in the opposite order.
    var height = shown.height
    var width = shown.width
    for _ in 0..<orientation.clockwiseQuarterTurns {
      part = PixelRect(
        x: part.y, y: width - part.x - part.size.width, size: part.size.transposed)
      swap(&width, &height)
    }
    if orientation.isMirrored { part.x = width - part.x - part.size.width }
    crop = PixelRect(x: crop.x + part.x, y: crop.y + part.y, size: part.size)
  }

  /// The whole pixels that a part covers along one axis, or `nil` where it covers none.
  ///
  /// The middle of the part lies at `middleOffset` from the middle of the axis; both ends are
  /// rounded to the nearest pixel, halves up.
  private static func span(
    of length: Double, middleOffset: Double, within total: Int
  ) -> Range<Int>? {
    let start = middleOffset + (Double(total) - length) / 2
    let first = max(0, (start + 0.5).rounded(.down))
    let end = min(Double(total), (start + length + 0.5).rounded(.down))
    return first < end ? Int(first)..<Int(end) : nil
  }
}
