import MediaTypes

/// Owns a table of runs.
final class RunTable {
  /// What a table takes, in bytes, beside the runtime's own.
  static let byteCount = 2 << RunCodes.lookupBits

  /// The table as loops use it; valid as long as this object is.
  let codes: RunCodes

  private let lookup: Scratch<UInt16>

  /// Makes a table of the runs of AC symbols.
  init(_ symbols: HuffmanCodes) throws(ThumbnailError) {
    lookup = try Scratch(zeroed: 1 << RunCodes.lookupBits)
    var index = 0
    while index < lookup.count {
      let (entry, deciding) = Self.entry(index << (16 - RunCodes.lookupBits), symbols)
      let end = index + 1 << (RunCodes.lookupBits - deciding)
      for place in index..<end { lookup[place] = entry }
      index = end
    }
    unsafe codes = RunCodes(lookup: lookup.start)
  }

  /// The entry for bits that stand highest of 16, and how many of them decide it.
  private static func entry(
    _ bits: Int, _ symbols: HuffmanCodes
  ) -> (entry: UInt16, deciding: Int) {
    var advance = 0
    var taken = 0
    var deciding = 0
    while taken < RunCodes.lookupBits {
      let (symbol, length) = symbols.symbol(startingWith: bits << taken)
      let width = symbol & 15
      guard length > 0, taken + length <= RunCodes.lookupBits else {
        deciding = RunCodes.lookupBits
        break
      }
      deciding = taken + length
      guard deciding + width <= RunCodes.lookupBits else { break }
      // Only a run of 16 zeros has no value; the others without one end the block.
      if width == 0, symbol != 0xF0 {
        return (UInt16((advance + RunCodes.endOfBlock) << 5 | deciding), deciding)
      }
      guard advance + symbol >> 4 + 1 < RunCodes.endOfBlock else { break }
      advance += symbol >> 4 + 1
      taken += length + width
      deciding = taken
    }
    return (UInt16((taken == 0 ? RunCodes.unresolved : advance) << 5 | taken), deciding)
  }
}

/// Passes over AC coefficients, several symbols with one look.
///
/// Most of a photo's bytes are coefficients that a reduced picture does not need. An entry holds
/// as many whole symbols with their values as fit in the bits looked at.
///
/// SAFETY: the memory belongs to the `RunTable` that made this, which whoever copies it keeps
/// alive; `peek` gives fewer than 2^lookupBits.
@safe struct RunCodes: BitwiseCopyable {
  static let lookupBits = 12
  /// Added to an entry's advance where it ends the block.
  static let endOfBlock = 64
  /// An entry's advance where the bits are not enough for one symbol.
  static let unresolved = 255

  /// For each value of the next bits how many coefficients they pass over, times 32, and how many
  /// of the bits they take.
  @unsafe fileprivate let lookup: UnsafePointer<UInt16>

  @unsafe fileprivate init(lookup: UnsafePointer<UInt16>) { unsafe self.lookup = lookup }

  /// Passes over the rest of a block.
  ///
  /// - Parameters:
  ///   - first: The first coefficient, in zigzag order, that is passed over; 1 to 63.
  ///   - window: Stands at the coefficient's symbol.
  ///   - symbols: The table that the runs were made of.
  ///   - isDamaged: Is set where the symbols go over the block's end or are none.
  @inline(__always) func skip(
    from first: Int, _ window: inout BitWindow, _ symbols: HuffmanCodes, isDamaged: inout Bool
  ) {
    var next = first
    while true {
      window.refill()
      // Three looks use up 36 of the 56 bits.
      if pass(&next, &window), pass(&next, &window), pass(&next, &window) { continue }
      if end(&next, &window, symbols, isDamaged: &isDamaged) { return }
    }
  }

  /// Passes over one entry, unless the block may end with it.
  @inline(__always) private func pass(_ next: inout Int, _ window: inout BitWindow) -> Bool {
    let entry = unsafe Int(lookup[window.peek(Self.lookupBits)])
    let after = next &+ entry &>> 5
    guard after < 64 else { return false }
    window.consume(entry & 31)
    next = after
    return true
  }

  /// Passes over one entry, or one symbol where the entry does not fit the block; whether the block
  /// has ended.
  @inline(__always) private func end(
    _ next: inout Int, _ window: inout BitWindow, _ symbols: HuffmanCodes, isDamaged: inout Bool
  ) -> Bool {
    let entry = unsafe Int(lookup[window.peek(Self.lookupBits)])
    let advance = entry &>> 5
    let isEnd =
      advance < Self.endOfBlock
      ? next &+ advance == 64
      : advance != Self.unresolved && next &+ advance < 64 &+ Self.endOfBlock
    if isEnd {
      window.consume(entry & 31)
      return true
    }
    window.refill()
    let symbol = symbols.take(&window, isDamaged: &isDamaged)
    window.consume(symbol & 15)
    if symbol & 15 == 0, symbol != 0xF0 { return true }
    next &+= symbol &>> 4 &+ 1
    if next > 64 { isDamaged = true }
    return next >= 64
  }
}
