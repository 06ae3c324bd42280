import MediaTypes

/// Owns a table of DC differences.
final class DifferenceTable {
  /// What a table takes, in bytes, beside the runtime's own.
  static let byteCount = HuffmanTable.byteCount + 4 << DifferenceCodes.lookupBits

  /// The table as loops use it; valid as long as this object is.
  let codes: DifferenceCodes

  private let symbols: HuffmanTable
  private let lookup: Scratch<Int32>

  /// Makes a table.
  ///
  /// - Throws: `corrupt` for a table that is none, or has differences of more than 15 bits.
  init(_ specification: HuffmanSpecification) throws(ThumbnailError) {
    symbols = try HuffmanTable(specification, largestSymbol: 15)
    lookup = try Scratch(zeroed: 1 << DifferenceCodes.lookupBits)
    let spread = 16 - DifferenceCodes.lookupBits
    for index in 0..<lookup.count {
      let bits = index << spread
      let (width, length) = symbols.codes.symbol(startingWith: bits)
      guard length > 0, length + width <= DifferenceCodes.lookupBits else { continue }
      let value = bits >> (16 - length - width) & (1 << width - 1)
      let isNegative = width > 0 && value < 1 << (width - 1)
      let difference = isNegative ? value - 1 << width + 1 : value
      lookup[index] = Int32(difference * 256 | (length + width))
    }
    unsafe codes = DifferenceCodes(lookup: lookup.start, symbols: symbols.codes)
  }
}

/// Decodes the differences of DC coefficients, most with one look.
///
/// SAFETY: the memory belongs to the `DifferenceTable` that made this, which whoever copies it
/// keeps alive; `peek` gives fewer than 2^lookupBits.
///
/// Source: ITU-T T.81 § F.2.2.1.
@safe struct DifferenceCodes: BitwiseCopyable {
  static let lookupBits = 11

  /// For each value of the next bits the difference they start with, times 256, and the bits it
  /// takes; 0 where they are not enough.
  @unsafe fileprivate let lookup: UnsafePointer<Int32>
  fileprivate let symbols: HuffmanCodes

  @unsafe fileprivate init(lookup: UnsafePointer<Int32>, symbols: HuffmanCodes) {
    unsafe self.lookup = lookup
    self.symbols = symbols
  }

  /// Takes the next difference from a window that holds 32 bits at least.
  @inline(__always) func take(_ window: inout BitWindow, isDamaged: inout Bool) -> Int {
    let entry = unsafe lookup[window.peek(Self.lookupBits)]
    if entry != 0 {
      window.consume(Int(entry & 0xFF))
      return Int(entry &>> 8)
    }
    return window.takeSigned(symbols.take(&window, isDamaged: &isDamaged))
  }
}
