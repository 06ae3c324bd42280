package import MediaTypes

/// Boxes of whole pixels that are averaged before the final filter, which gets a factor of two or
/// more of what it shall give.
package struct BoxReduction: Hashable, Sendable {
  /// Pixels of a box from left to right.
  package let across: Int
  /// Pixels of a box from top to bottom.
  package let down: Int

  /// Chooses the largest boxes that leave enough.
  ///
  /// - Parameters:
  ///   - size: The picture's width and height, in pixels.
  ///   - target: What the final filter shall give, in pixels.
  package init(from size: PixelSize, towards target: PixelSize) {
    let factor = Double(size.longerSide) / Double(max(1, target.longerSide)) / 2
    let box = factor >= 2 ? Int(min(factor, Double(1 << 20))) : 1
    // A side of few pixels keeps them.
    across = max(1, min(box, size.width))
    down = max(1, min(box, size.height))
  }

  /// Whether a box is more than a pixel.
  package var isNeeded: Bool { across > 1 || down > 1 }
}
