internal import MediaTypes

/// The colour that most of a picture has.
///
/// Colours are counted in boxes of 16 levels a side. The fullest box is found together with its
/// neighbours, so that one colour which lies across a border is not taken for two, and the mean of
/// those is the answer.
struct DominantColour {
  private static let boxesPerSide = 16

  private var weights = [Double](repeating: 0, count: boxesPerSide * boxesPerSide * boxesPerSide)
  private var sums = [SIMD3<Double>](
    repeating: .zero, count: boxesPerSide * boxesPerSide * boxesPerSide)

  /// Counts the colours of a picture.
  ///
  /// - Parameter pixels: Red, green, blue and straight alpha of 8 bits.
  init(_ pixels: [UInt8]) {
    for place in stride(from: 0, to: pixels.count - 3, by: 4) where pixels[place + 3] > 0 {
      let levels = (0..<3).map { Int(pixels[place + $0]) / Self.boxesPerSide }
      let box = Self.box(levels[0], levels[1], levels[2])
      let weight = Double(pixels[place + 3]) / 255
      weights[box] += weight
      sums[box] +=
        weight
        * SIMD3(Double(pixels[place]), Double(pixels[place + 1]), Double(pixels[place + 2]))
    }
  }

  /// The answer; white where nothing can be seen.
  var colour: RGBColour {
    var best = (weight: 0.0, sum: SIMD3<Double>.zero)
    for red in 0..<Self.boxesPerSide {
      for green in 0..<Self.boxesPerSide {
        for blue in 0..<Self.boxesPerSide where weights[Self.box(red, green, blue)] > 0 {
          let around = surroundings(red, green, blue)
          if around.weight > best.weight { best = around }
        }
      }
    }
    guard best.weight > 0 else { return .white }
    let mean = best.sum / best.weight
    let level = { (value: Double) in UInt8(min(max(value.rounded(), 0), 255)) }
    return RGBColour(red: level(mean.x), green: level(mean.y), blue: level(mean.z))
  }

  private static func box(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    (red * boxesPerSide + green) * boxesPerSide + blue
  }

  private func surroundings(
    _ red: Int, _ green: Int, _ blue: Int
  ) -> (weight: Double, sum: SIMD3<Double>) {
    let near = { (level: Int) in max(0, level - 1)...min(Self.boxesPerSide - 1, level + 1) }
    var total = (weight: 0.0, sum: SIMD3<Double>.zero)
    for red in near(red) {
      for green in near(green) {
        for blue in near(blue) {
          let box = Self.box(red, green, blue)
          total.weight += weights[box]
          total.sum += sums[box]
        }
      }
    }
    return total
  }
}
