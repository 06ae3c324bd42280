/// Turns rows of a part into samples: in the machine's order, and sums where differences are stored.
///
/// Source: TIFF 6.0 § 14 (Predictor).
struct TIFFDifferences {
  private let isPredicted: Bool
  private let isWide: Bool
  private let isSwapped: Bool
  /// Samples from one to the next of its kind.
  private let distance: Int
  /// Samples of a row.
  private let count: Int

  init(_ header: TIFFHeader) {
    isPredicted = header.isPredicted
    isWide = header.bitDepth == 16
    isSwapped = isWide && !header.isLittleEndian
    distance = header.parts.isPlanar ? 1 : header.sampleCount
    count = header.parts.rowByteCount / (isWide ? 2 : 1)
  }

  /// Turns a row of a part, in place.
  func undo(_ row: UnsafeMutablePointer<UInt8>) {
    // SAFETY: the row has `count` samples.
    guard isWide else {
      guard isPredicted else { return }
      if distance <= 8 {
        unsafe PNGFilter.left.undo(row, above: row, count: count, distance: distance)
      } else {
        for index in distance..<max(distance, count) { unsafe row[index] &+= row[index - distance] }
      }
      return
    }
    unsafe UnsafeMutableRawPointer(row).withMemoryRebound(to: UInt16.self, capacity: count) {
      samples in
      if isSwapped {
        for index in 0..<count { unsafe samples[index] = samples[index].byteSwapped }
      }
      guard isPredicted else { return }
      for index in distance..<max(distance, count) {
        unsafe samples[index] &+= samples[index - distance]
      }
    }
  }
}
