/// A code of bits of which none begins with another one.
///
/// Source: ISO/IEC 18181-1:2024 § C.2.4, which is RFC 7932 § 3.
struct JPEGXLPrefixCode {
  /// How many symbols have codes of each length, and the symbols in the order of their codes.
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [Int] = []

  /// The lengths that are coded themselves, in the order in which they come.
  private static let lengthOrder = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15]

  /// Reads a code for an alphabet.
  init?(alphabet: Int, _ bits: inout JPEGXLBits) {
    guard alphabet <= 1 << 15 else { return nil }
    guard alphabet > 1 else {
      self.init(lengths: [1])
      return
    }
    let skipped = bits.next(2)
    guard
      let lengths = skipped == 1
        ? Self.simpleLengths(alphabet, &bits) : Self.lengths(alphabet, skipped: skipped, &bits)
    else { return nil }
    self.init(lengths: lengths)
  }

  /// The code that follows from the lengths of each symbol's.
  private init(lengths: [Int]) {
    for length in 1..<16 {
      let these = lengths.indices.filter { lengths[$0] == length }
      counts[length] = these.count
      symbols += these
    }
    // A single symbol needs no bits.
    if symbols.count == 1 {
      counts = [Int](repeating: 0, count: 16)
      counts[0] = 1
    }
  }

  /// The next symbol.
  func symbol(_ bits: inout JPEGXLBits) -> Int? {
    if counts[0] == 1 { return symbols.first }
    var (code, first, index) = (0, 0, 0)
    for length in 1..<16 {
      code |= bits.next(1)
      if code - first < counts[length] { return symbols[index + code - first] }
      index += counts[length]
      first = (first + counts[length]) << 1
      code <<= 1
    }
    return nil
  }

  private static func simpleLengths(_ alphabet: Int, _ bits: inout JPEGXLBits) -> [Int]? {
    let width = alphabet.bitsBelow
    let count = bits.next(2) + 1
    let named = (0..<count).map { _ in bits.next(width) }
    guard Set(named).count == count, named.allSatisfy({ $0 < alphabet }) else { return nil }
    var lengths = [Int](repeating: 0, count: alphabet)
    var form = [[1], [1, 1], [1, 2, 2], [2, 2, 2, 2]][count - 1]
    if count == 4, bits.flag() { form = [1, 2, 3, 3] }
    for (symbol, length) in zip(named, form) { lengths[symbol] = length }
    return lengths
  }

  private static func lengths(
    _ alphabet: Int, skipped: Int, _ bits: inout JPEGXLBits
  ) -> [Int]? {
    guard let code = lengthCode(skipped: skipped, &bits) else { return nil }
    var lengths: [Int] = []
    var (space, previous, repeated, repeatedLength) = (1 << 15, 8, 0, 0)
    while lengths.count < alphabet, space > 0 {
      guard !bits.isOverrun, let symbol = code.symbol(&bits) else { return nil }
      guard symbol >= 16 else {
        repeated = 0
        lengths.append(symbol)
        guard symbol > 0 else { continue }
        previous = symbol
        space -= (1 << 15) >> symbol
        continue
      }
      let length = symbol == 16 ? previous : 0
      if length != repeatedLength { (repeated, repeatedLength) = (0, length) }
      let before = repeated
      if repeated > 0 { repeated = (repeated - 2) << (symbol - 14) }
      repeated += bits.next(symbol - 14) + 3
      guard lengths.count + repeated - before <= alphabet else { return nil }
      lengths += [Int](repeating: length, count: repeated - before)
      if length > 0 { space -= (repeated - before) << (15 - length) }
    }
    guard space == 0 else { return nil }
    return lengths
  }

  /// The code of the lengths.
  private static func lengthCode(skipped: Int, _ bits: inout JPEGXLBits) -> JPEGXLPrefixCode? {
    var lengths = [Int](repeating: 0, count: 18)
    var (space, count) = (32, 0)
    for symbol in lengthOrder.dropFirst(skipped) where space > 0 {
      let length = codedLength(&bits)
      lengths[symbol] = length
      guard length > 0 else { continue }
      space -= 32 >> length
      count += 1
    }
    guard count == 1 || space == 0 else { return nil }
    return JPEGXLPrefixCode(lengths: lengths)
  }

  /// 0, 4 and 3 in two bits, 2 in three, 1 and 5 in four.
  private static func codedLength(_ bits: inout JPEGXLBits) -> Int {
    switch bits.next(2) {
    case 0: return 0
    case 1: return 4
    case 2: return 3
    default:
      guard bits.flag() else { return 2 }
      return bits.flag() ? 5 : 1
    }
  }
}
