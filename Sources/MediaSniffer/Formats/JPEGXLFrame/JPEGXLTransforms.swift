/// How the samples of a frame were transformed before they were coded.
///
/// Source: ISO/IEC 18181-1:2024 § H.
enum JPEGXLTransforms {
  /// Nodes of a tree that are read; encoders make far smaller ones.
  private static let mostNodes = 1 << 15

  /// Whether each group of samples can be shown without the others: at most the colours were mixed.
  ///
  /// Palettes and wavelets (Squeeze) are for all groups together.
  ///
  /// - Parameter bits: The first section of the frame.
  /// - Returns: `false` too where that cannot be told.
  static func keepGroupsApart(_ bits: inout JPEGXLBits) -> Bool {
    // The steps of the coarse picture, of which there is none.
    if !bits.flag() { bits.skip(3 * 16) }
    if bits.flag() {
      guard let contexts = leaves(&bits), JPEGXLSymbols(contexts: contexts, &bits) != nil else {
        return false
      }
    }
    _ = bits.flag()
    // The weights of the predictor that corrects itself.
    if !bits.flag() { bits.skip(7 * 5 + 4 * 4) }
    let count = bits.number((0, 0), (1, 0), (2, 4), (18, 8))
    guard !bits.isOverrun, count <= 1 else { return false }
    let colours = 0
    return count == 0 || bits.next(2) == colours
  }

  /// Reads the tree that chooses a context for each sample; how many leaves it has.
  ///
  /// Source: § H.4.1.
  private static func leaves(_ bits: inout JPEGXLBits) -> Int? {
    guard var symbols = JPEGXLSymbols(contexts: 6, &bits) else { return nil }
    symbols.begin(&bits)
    var (open, leaves, nodes) = (1, 0, 0)
    while open > 0 {
      nodes += 1
      open -= 1
      guard nodes < mostNodes, let property = symbols.next(1, &bits) else { return nil }
      // A leaf has a predictor, an offset and a multiplier of two parts; a fork has a threshold.
      let contexts = property == 0 ? [2, 3, 4, 5] : [0]
      for context in contexts {
        guard symbols.next(context, &bits) != nil else { return nil }
      }
      if property == 0 { leaves += 1 } else { open += 2 }
    }
    return symbols.endsWell ? leaves : nil
  }
}
