/// How far two pictures of one size are from each other; alpha is not looked at.
package struct PerceptualDistance: Sendable, CustomStringConvertible {
  /// Mean of the absolute differences of all sRGB samples, 0 to 255.
  package let meanAbsoluteDifference: Double
  /// The largest of such means over blocks of 8×8 pixels, 0 to 255: a mean over everything would
  /// forgive a broken corner.
  package let worstBlockMean: Double
  /// The left upper corner of that block, in pixels.
  package let worstBlock: (x: Int, y: Int)
  /// Mean over all pixels of the distance of CIE 1976.
  package let meanDeltaE76: Double
  /// Mean over all pixels of the distance of CIEDE2000.
  package let meanDeltaE2000: Double

  /// Compares two pictures; `nil` where their sizes differ.
  package init?(between first: Picture, and second: Picture) {
    guard first.width == second.width, first.height == second.height else { return nil }
    var total = 0
    var worst = (mean: -1.0, x: 0, y: 0)
    var sum76 = 0.0
    var sum2000 = 0.0
    for top in stride(from: 0, to: first.height, by: 8) {
      for left in stride(from: 0, to: first.width, by: 8) {
        let columns = left..<min(left + 8, first.width)
        let rows = top..<min(top + 8, first.height)
        var block = 0
        for y in rows {
          for x in columns {
            let colour = first.colour(x: x, y: y)
            let other = second.colour(x: x, y: y)
            guard colour != other else { continue }
            block += colour.absoluteDifference(to: other)
            sum76 += Lab(colour).deltaE76(to: Lab(other))
            sum2000 += Lab(colour).deltaE2000(to: Lab(other))
          }
        }
        total += block
        let mean = Double(block) / Double(3 * columns.count * rows.count)
        if mean > worst.mean { worst = (mean, left, top) }
      }
    }
    let pixels = Double(first.width * first.height)
    meanAbsoluteDifference = Double(total) / (3 * pixels)
    worstBlockMean = worst.mean
    worstBlock = (worst.x, worst.y)
    meanDeltaE76 = sum76 / pixels
    meanDeltaE2000 = sum2000 / pixels
  }

  /// Whether a lossy coding explains the distance.
  ///
  /// - Parameters:
  ///   - mean: The bound for `meanAbsoluteDifference`.
  ///   - block: The bound for `worstBlockMean`.
  /// - Returns: Whether both bounds hold.
  package func isWithin(mean: Double = 3, block: Double = 12) -> Bool {
    meanAbsoluteDifference <= mean && worstBlockMean <= block
  }

  /// The figures in one line.
  package var description: String {
    """
    mean \(meanAbsoluteDifference.rounded(to: 100)), worst block \
    \(worstBlockMean.rounded(to: 100)) at (\(worstBlock.x), \(worstBlock.y)), \
    ΔE76 \(meanDeltaE76.rounded(to: 100)), ΔE2000 \(meanDeltaE2000.rounded(to: 100))
    """
  }
}

extension RGB {
  /// The sum of the absolute differences of the three channels.
  func absoluteDifference(to other: RGB) -> Int {
    abs(Int(red) - Int(other.red)) + abs(Int(green) - Int(other.green))
      + abs(Int(blue) - Int(other.blue))
  }
}

extension Double {
  /// The value with as many parts as given to the one.
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}
