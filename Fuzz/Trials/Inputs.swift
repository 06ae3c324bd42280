/// The inputs of a parser's trial, each of which follows from its number alone.
///
/// First every seed, then starts of seeds: of each length where a seed is short, else of every
/// length up to half of `startLimit` and of as many lengths in equal steps beyond. Then damaged
/// seeds.
struct Inputs {
  /// So many starts of one seed are tried at most.
  private let startLimit: Int

  private let seeds: [[UInt8]]
  private let starts: [(seed: Int, byteCount: Int)]
  private let options: TrialOptions
  private let name: String

  /// How many inputs are damaged seeds.
  let damagedCount: Int
  /// How many inputs there are.
  var count: Int { seeds.count + starts.count + damagedCount }
  /// How many inputs are starts of seeds.
  var startCount: Int { starts.count }
  /// How many seeds there are.
  var seedCount: Int { seeds.count }

  /// Prepares the inputs of a parser.
  init(of parser: any ParserUnderTest.Type, options: TrialOptions) throws {
    name = "\(parser)"
    self.options = options
    seeds = try parser.ownSeeds + Fixtures.files(below: options.fixtures).compactMap(parser.seed)
    startLimit = max(64, options.startLimit / parser.rarity)
    damagedCount = seeds.isEmpty ? 0 : options.count / parser.rarity
    var starts: [(seed: Int, byteCount: Int)] = []
    for (index, seed) in seeds.enumerated() {
      let near = min(seed.count, seed.count <= startLimit ? startLimit : startLimit / 2)
      starts += (0..<near).map { (index, $0) }
      let step = max(1, (seed.count - near) / max(1, startLimit / 2))
      starts += stride(from: near, to: seed.count, by: step).map { (index, $0) }
    }
    self.starts = starts
  }

  /// An input by its number.
  subscript(index: Int) -> [UInt8] {
    if index < seeds.count { return seeds[index] }
    let place = index - seeds.count
    if place < starts.count {
      return Array(seeds[starts[place].seed].prefix(starts[place].byteCount))
    }
    var chance = Chance(seed: options.seed, name: name, index: index)
    return Damage.applied(to: chance.one(of: seeds), among: seeds, by: &chance)
  }
}
