import MediaTypes

/// Coefficients of a JPEG picture, and the files that they can be written to.
///
/// Written from ITU-T T.81 alone, with codes so simple that a reader can check them: the code of a
/// symbol is the symbol itself, in 8 bits or in 16.
struct CoefficientPicture {
  struct Component {
    var identifier: UInt8
    var sampling: PixelSize
    /// Blocks across and down, those that only fill up the units included.
    var blocks: PixelSize
    /// Blocks that hold some of the picture.
    var ownBlocks: PixelSize
    /// 64 coefficients a block in zigzag order.
    var coefficients: [[Int]]
  }

  var size: PixelSize
  var components: [Component]
  /// 64 divisors in zigzag order, for all components.
  var quantisers = [Int](repeating: 1, count: 64)
  /// Units between restart markers.
  var restartInterval = 0
  /// Bits of each code: 8 or 16.
  var codeWidth = 8
  /// The segments between the start of the picture and the frame.
  var segments: [UInt8] = []

  /// A picture whose coefficients are all zero.
  init(size: PixelSize, sampling: [PixelSize], identifiers: [UInt8]? = nil) {
    self.size = size
    // A single component has units of one block, whatever its sampling.
    let factors = sampling.count == 1 ? [PixelSize(width: 1, height: 1)] : sampling
    let most = PixelSize(
      width: factors.map(\.width).max() ?? 1, height: factors.map(\.height).max() ?? 1)
    let units = PixelSize(
      width: quotient(size.width, 8 * most.width), height: quotient(size.height, 8 * most.height))
    components = []
    for (index, factor) in factors.enumerated() {
      let blocks = PixelSize(
        width: units.width * factor.width, height: units.height * factor.height)
      let own = PixelSize(
        width: quotient(quotient(size.width * factor.width, most.width), 8),
        height: quotient(quotient(size.height * factor.height, most.height), 8))
      components.append(
        Component(
          identifier: identifiers?[index] ?? UInt8(index + 1), sampling: sampling[index],
          blocks: blocks, ownBlocks: own,
          coefficients: Array(
            repeating: Array(repeating: 0, count: 64), count: blocks.width * blocks.height)))
    }
  }

  /// Fills all blocks of a component with one DC coefficient.
  mutating func fill(_ component: Int, mean: Int) {
    for index in components[component].coefficients.indices {
      components[component].coefficients[index][0] = mean
    }
  }

  /// Fills all blocks with random coefficients: few large ones at low frequencies, long runs.
  mutating func fillAtRandom(_ generator: inout some RandomNumberGenerator) {
    for component in components.indices {
      for block in components[component].coefficients.indices {
        var values = [Int](repeating: 0, count: 64)
        values[0] = Int.random(in: -900...900, using: &generator)
        for index in 1..<64 where Int.random(in: 0...(2 + index / 4), using: &generator) == 0 {
          let bound = max(2, 200 / (index * index))
          values[index] = Int.random(in: -bound...bound, using: &generator)
        }
        // Blocks that are empty but for their mean make runs over blocks.
        if Int.random(in: 0...2, using: &generator) == 0 {
          values.replaceSubrange(1..<64, with: repeatElement(0, count: 63))
        }
        components[component].coefficients[block] = values
      }
    }
  }

  /// The blocks of a scan in their order, unit by unit.
  ///
  /// Source: ITU-T T.81 § A.2.
  func units(of parts: [Int]) -> [[(component: Int, block: Int)]] {
    if parts.count == 1 {
      let component = components[parts[0]]
      return (0..<component.ownBlocks.height).flatMap { y in
        (0..<component.ownBlocks.width).map { x in [(parts[0], y * component.blocks.width + x)] }
      }
    }
    let first = components[parts[0]]
    let across = first.blocks.width / first.sampling.width
    let down = first.blocks.height / first.sampling.height
    return (0..<down).flatMap { row in
      (0..<across).map { column in
        parts.flatMap { part in
          let component = components[part]
          return (0..<component.sampling.height).flatMap { y in
            (0..<component.sampling.width).map { x in
              let top = row * component.sampling.height + y
              return (part, top * component.blocks.width + column * component.sampling.width + x)
            }
          }
        }
      }
    }
  }
}

func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor - 1) / divisor }

/// A generator that gives the same numbers for the same seed.
///
/// Source: SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
