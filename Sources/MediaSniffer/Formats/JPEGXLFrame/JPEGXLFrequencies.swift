/// Symbols coded by their frequencies, in parts of 4096, by an asymmetric numeral system.
///
/// Source: ISO/IEC 18181-1:2024 § C.2.5 and C.2.6.
struct JPEGXLFrequencies {
  /// A range of states that two symbols share.
  private struct Bucket {
    var cutoff: Int
    var symbol = 0
    var offset = 0
  }

  private static let all = 1 << 12
  private let bucketBits: Int
  private var counts: [Int]
  private var buckets: [Bucket] = []

  /// Reads the frequencies for an alphabet of 2 to the power of `alphabetBits` symbols at most.
  init?(alphabetBits: Int, _ bits: inout JPEGXLBits) {
    bucketBits = 12 - alphabetBits
    guard let counts = Self.counts(&bits), counts.count <= 1 << alphabetBits else { return nil }
    self.counts = counts + [Int](repeating: 0, count: 1 << alphabetBits - counts.count)
    share()
  }

  /// The next symbol, of which the state is changed.
  func symbol(_ state: inout Int, _ bits: inout JPEGXLBits) -> Int? {
    let low = state & (Self.all - 1)
    let index = low >> bucketBits
    let place = low & (1 << bucketBits - 1)
    let bucket = buckets[index]
    let isOwn = place < bucket.cutoff
    let symbol = isOwn ? index : bucket.symbol
    state = counts[symbol] * (state >> 12) + (isOwn ? place : bucket.offset + place)
    if state < 1 << 16 { state = state << 16 | bits.next(16) }
    return state < 1 << 32 ? symbol : nil
  }

  /// Gives what is missing in some buckets to symbols that have more than a bucket.
  private mutating func share() {
    let size = 1 << bucketBits
    if let only = counts.firstIndex(of: Self.all) {
      buckets = counts.indices.map { Bucket(cutoff: 0, symbol: only, offset: $0 * size) }
      return
    }
    buckets = counts.map { Bucket(cutoff: $0) }
    var over = counts.indices.filter { counts[$0] > size }
    var under = counts.indices.filter { counts[$0] < size }
    while let rich = over.popLast(), let poor = under.popLast() {
      buckets[rich].cutoff -= size - buckets[poor].cutoff
      buckets[poor].symbol = rich
      buckets[poor].offset = buckets[rich].cutoff
      if buckets[rich].cutoff < size {
        under.append(rich)
      } else if buckets[rich].cutoff > size {
        over.append(rich)
      }
    }
    for index in buckets.indices {
      if buckets[index].cutoff == size {
        buckets[index] = Bucket(cutoff: 0, symbol: index)
      } else {
        buckets[index].offset -= buckets[index].cutoff
      }
    }
  }

  private static func counts(_ bits: inout JPEGXLBits) -> [Int]? {
    if bits.flag() { return fewCounts(&bits) }
    guard bits.flag() else { return manyCounts(&bits) }
    let size = small(&bits) + 1
    return (0..<size).map { all / size + ($0 < all % size ? 1 : 0) }
  }

  private static func fewCounts(_ bits: inout JPEGXLBits) -> [Int]? {
    let isPair = bits.flag()
    let first = small(&bits)
    guard isPair else {
      return [Int](repeating: 0, count: first) + [all]
    }
    let second = small(&bits)
    guard first != second else { return nil }
    var counts = [Int](repeating: 0, count: max(first, second) + 1)
    counts[first] = bits.next(12)
    counts[second] = all - counts[first]
    return counts
  }

  /// What stands for a repetition, among the logarithms of frequencies.
  private static let repetition = 13

  private static func manyCounts(_ bits: inout JPEGXLBits) -> [Int]? {
    var log = 0
    while log < 3, bits.flag() { log += 1 }
    let shift = (bits.next(log) | 1 << log) - 1
    guard shift <= 13 else { return nil }
    let size = small(&bits) + 3
    var logs: [Int] = []
    var repeats: [Int: Int] = [:]
    var (omitted, highest) = (-1, -1)
    while logs.count < size {
      let value = logarithm(&bits)
      if value == repetition {
        let length = small(&bits) + 4
        repeats[logs.count] = length
        logs += [Int](repeating: repetition, count: min(length, size - logs.count))
        continue
      }
      if value > highest { (omitted, highest) = (logs.count, value) }
      logs.append(value)
    }
    guard omitted >= 0, !bits.isOverrun else { return nil }
    return counts(logs: logs, repeats: repeats, omitted: omitted, shift: shift, &bits)
  }

  private static func counts(
    logs: [Int], repeats: [Int: Int], omitted: Int, shift: Int, _ bits: inout JPEGXLBits
  ) -> [Int]? {
    var counts = [Int](repeating: 0, count: logs.count)
    var index = 0
    while index < logs.count {
      if let length = repeats[index] {
        let end = min(logs.count, index + length)
        // The most frequent symbol's own count, which is not stated, counts as none here.
        let value = index > 0 ? counts[index - 1] : 0
        for place in index..<end { counts[place] = value }
        index = end
        continue
      }
      let log = logs[index]
      if index != omitted, log > 0 {
        let width = log == 1 ? 0 : max(0, min(log - 1, shift - (12 - log + 1) >> 1))
        counts[index] = log == 1 ? 1 : 1 << (log - 1) + bits.next(width) << (log - 1 - width)
      }
      index += 1
    }
    counts[omitted] = all - counts.reduce(0, +)
    return counts[omitted] > 0 ? counts : nil
  }

  /// A number from 0 to 255.
  private static func small(_ bits: inout JPEGXLBits) -> Int {
    guard bits.flag() else { return 0 }
    let width = bits.next(3)
    return 1 << width + bits.next(width)
  }

  /// The logarithm of a frequency, plus one.
  ///
  /// Source: § C.2.5, table of the codes: their bits, in the order in which they are read.
  private static func logarithm(_ bits: inout JPEGXLBits) -> Int {
    switch bits.next(3) {
    case 0: return 10
    case 2: return 7
    case 4: return 6
    case 5: return 8
    case 6: return 9
    case 3: return bits.flag() ? 1 : 3
    case 7: return bits.flag() ? 2 : 5
    default:
      // 001: then 1 is 4; 0 goes on.
      if bits.flag() { return 4 }
      if !bits.flag() { return bits.flag() ? 11 : longLogarithm(&bits) }
      return 0
    }
  }

  private static func longLogarithm(_ bits: inout JPEGXLBits) -> Int { bits.flag() ? 13 : 12 }
}
