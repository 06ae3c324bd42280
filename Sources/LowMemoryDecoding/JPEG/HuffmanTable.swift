import MediaTypes

/// Owns the memory of one Huffman table.
///
/// Source: ITU-T T.81 § C.2 (codes from lengths).
final class HuffmanTable {
  /// What a table takes, in bytes, beside the runtime's own.
  static let byteCount = 2 << HuffmanCodes.lookupBits + 2 * 17 * 4 + 256

  /// The table as loops use it; valid as long as this object is.
  let codes: HuffmanCodes

  private let lookup: Scratch<UInt16>
  private let ends: Scratch<Int32>
  private let offsets: Scratch<Int32>
  private let symbols: Scratch<UInt8>

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - specification: Lengths and symbols.
  ///   - largestSymbol: What no symbol may exceed.
  /// - Throws: `corrupt` where there are more codes of a length than fit, or a larger symbol.
  init(
    _ specification: HuffmanSpecification, largestSymbol: UInt8 = 255
  ) throws(ThumbnailError) {
    lookup = try Scratch(zeroed: 1 << HuffmanCodes.lookupBits)
    ends = try Scratch(zeroed: 17)
    offsets = try Scratch(zeroed: 17)
    symbols = try Scratch(zeroed: 256)
    var code = 0
    var place = 0
    for length in 1...16 {
      offsets[length] = Int32(place - code)
      for _ in 0..<Int(specification.counts[length - 1]) {
        guard code < 1 << length, place < specification.symbols.count else {
          throw ThumbnailError(.corrupt, "a Huffman table has too many codes")
        }
        let symbol = specification.symbols[place]
        guard symbol <= largestSymbol else {
          throw ThumbnailError(.corrupt, "a Huffman table has a symbol out of range")
        }
        symbols[place] = symbol
        if length <= HuffmanCodes.lookupBits {
          let spread = HuffmanCodes.lookupBits - length
          for value in (code << spread)..<((code + 1) << spread) {
            lookup[value] = UInt16(length) << 8 | UInt16(symbol)
          }
        }
        code += 1
        place += 1
      }
      ends[length] = Int32(code << (16 - length))
      code <<= 1
    }
    unsafe codes = HuffmanCodes(
      lookup: lookup.start, ends: ends.start, offsets: offsets.start, symbols: symbols.start)
  }
}

/// Decodes the symbols of one Huffman table.
///
/// SAFETY: the memory belongs to the `HuffmanTable` that made this, which whoever copies it keeps
/// alive; every index is bounded where it is used.
///
/// Source: ITU-T T.81 § F.2.2.3.
@safe struct HuffmanCodes: BitwiseCopyable {
  /// Codes of so many bits and fewer are found by one look.
  static let lookupBits = 10

  /// For each value of the next bits the length of the code they start with, times 256, and its
  /// symbol; 0 where the code is longer or there is none.
  @unsafe fileprivate let lookup: UnsafePointer<UInt16>
  /// For each length the first value of the next 16 bits that no code of it or a shorter starts.
  @unsafe fileprivate let ends: UnsafePointer<Int32>
  /// For each length what leads from a code to the place of its symbol.
  @unsafe fileprivate let offsets: UnsafePointer<Int32>
  /// The 256 places of symbols.
  @unsafe fileprivate let symbols: UnsafePointer<UInt8>

  @unsafe fileprivate init(
    lookup: UnsafePointer<UInt16>, ends: UnsafePointer<Int32>, offsets: UnsafePointer<Int32>,
    symbols: UnsafePointer<UInt8>
  ) {
    unsafe (self.lookup, self.ends, self.offsets) = (lookup, ends, offsets)
    unsafe self.symbols = symbols
  }

  /// The symbol that bits start with, and the length of its code; a length of 0 is no code.
  ///
  /// - Parameter bits: The next 16 bits.
  /// - Returns: The symbol and the length.
  func symbol(startingWith bits: Int) -> (symbol: Int, length: Int) {
    let entry = unsafe lookup[(bits & 0xFFFF) >> (16 - Self.lookupBits)]
    return entry == 0
      ? longSymbol(startingWith: bits & 0xFFFF) : (Int(entry & 0xFF), Int(entry >> 8))
  }

  /// The same for codes that one look does not find.
  @inline(never) private func longSymbol(startingWith bits: Int) -> (symbol: Int, length: Int) {
    var length = Self.lookupBits + 1
    while length <= 16 {
      if unsafe bits < Int(ends[length]) {
        let place = unsafe bits &>> (16 &- length) &+ Int(offsets[length])
        return (unsafe Int(symbols[place & 0xFF]), length)
      }
      length &+= 1
    }
    return (0, 0)
  }

  /// Takes the next symbol from a window that holds 16 bits at least.
  ///
  /// What is no code counts as the symbol 0 and takes 16 bits, so that every symbol takes some.
  @inline(__always) func take(_ window: inout BitWindow, isDamaged: inout Bool) -> Int {
    let entry = unsafe lookup[window.peek(Self.lookupBits)]
    if entry != 0 {
      window.consume(Int(entry &>> 8))
      return Int(entry & 0xFF)
    }
    let (symbol, length) = longSymbol(startingWith: window.peek(16))
    if length == 0 { isDamaged = true }
    window.consume(length == 0 ? 16 : length)
    return symbol
  }
}
