import MediaTypes

/// What a start-of-scan segment says.
///
/// Source: ITU-T T.81 § B.2.3.
struct JPEGScan {
  /// A component that takes part.
  struct Part {
    /// Its place in the frame.
    let index: Int
    let dcTable: Int
    let acTable: Int
  }

  let parts: [Part]
  /// The first and the last coefficient, in zigzag order (Ss, Se).
  let band: ClosedRange<Int>
  /// How many low bits the scans before have left out; 0 in a first scan (Ah).
  let approximationBefore: Int
  /// How many low bits this scan leaves out (Al).
  let approximation: Int

  /// Reads the payload of a start-of-scan segment.
  ///
  /// - Throws: `corrupt` where it breaks the rules of the frame's process.
  init(payload: [UInt8], frame: JPEGFrame) throws(ThumbnailError) {
    guard let count = payload.first.map(Int.init), (1...4).contains(count),
      payload.count >= 4 + 2 * count
    else { throw ThumbnailError(.corrupt, "the scan header is malformed") }
    var parts: [Part] = []
    for index in 0..<count {
      let identifier = payload[1 + 2 * index]
      let tables = payload[2 + 2 * index]
      guard let place = frame.components.firstIndex(where: { $0.identifier == identifier }),
        !parts.contains(where: { $0.index == place })
      else { throw ThumbnailError(.corrupt, "a scan of component \(identifier)") }
      guard tables >> 4 < 4, tables & 15 < 4 else {
        throw ThumbnailError(.corrupt, "a scan names a Huffman table beyond the fourth")
      }
      parts.append(Part(index: place, dcTable: Int(tables >> 4), acTable: Int(tables & 15)))
    }
    self.parts = parts
    let first = Int(payload[1 + 2 * count])
    let last = Int(payload[2 + 2 * count])
    let approximations = payload[3 + 2 * count]
    // Sequential files carry nonsense here that every decoder passes over.
    guard frame.isProgressive else {
      (band, approximationBefore, approximation) = (0...63, 0, 0)
      return
    }
    guard first <= last, last < 64, first > 0 ? count == 1 : last == 0 else {
      throw ThumbnailError(.corrupt, "a scan of the coefficients \(first) to \(last)")
    }
    band = first...last
    approximationBefore = Int(approximations >> 4)
    approximation = Int(approximations & 15)
    guard approximation <= 13, approximationBefore == 0 || approximationBefore == approximation + 1
    else {
      throw ThumbnailError(
        .corrupt, "a scan refines from bit \(approximationBefore) to \(approximation)")
    }
  }
}
