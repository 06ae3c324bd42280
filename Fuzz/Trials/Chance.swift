/// Numbers that follow from a seed alone, on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014), Fig. 17.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  /// Starts a row of numbers.
  ///
  /// - Parameters:
  ///   - seed: The seed of the run.
  ///   - name: What the row is for.
  ///   - index: Which of many rows for it.
  init(seed: UInt64, name: String, index: Int) {
    state = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    state ^= UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below a count of at least 1.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &self) }

  /// One of some values, of which there is at least one.
  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
