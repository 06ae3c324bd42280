import MediaTypes

/// Turns rows of a part into samples: in the machine's order, and sums where differences are stored.
///
/// Source: TIFF 6.0 § 14 (Predictor); Adobe Photoshop TIFF Technical Note 3 of 2005 for floating
/// point.
struct TIFFDifferences {
  private let prediction: TIFFHeader.Prediction
  /// Bytes a sample; 1 where it is no whole number of them.
  private let width: Int
  private let isSwapped: Bool
  /// Samples from one to the next of its kind.
  private let distance: Int
  /// Samples of a row.
  private let count: Int
  /// A row whose bytes of the same weight stand together.
  private let weights: Scratch<UInt8>

  /// Bytes that turning rows takes.
  static func byteCount(of header: TIFFHeader) -> Int {
    header.prediction == .byteDifferences ? header.parts.rowByteCount : 0
  }

  /// Prepares for the rows of a picture.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ header: TIFFHeader) throws(ThumbnailError) {
    prediction = header.prediction
    width = header.storedDepth.isMultiple(of: 16) ? header.storedDepth / 8 : 1
    isSwapped = !header.isLittleEndian
    distance = header.parts.isPlanar ? 1 : header.sampleCount
    count = header.parts.rowByteCount / width
    weights = try Scratch(zeroed: Self.byteCount(of: header))
  }

  /// Turns a row of a part, in place.
  func undo(_ row: UnsafeMutablePointer<UInt8>) {
    // SAFETY: the row has `count` samples of `width` bytes.
    guard prediction != .byteDifferences else { return unsafe collect(row) }
    switch width {
    case 2: unsafe undo(row, as: UInt16.self)
    case 4: unsafe undo(row, as: UInt32.self)
    case 8: unsafe undo(row, as: UInt64.self)
    default: if prediction == .differences { unsafe sumBytes(of: row, count: count) }
    }
  }

  private func sumBytes(of row: UnsafeMutablePointer<UInt8>, count: Int) {
    if distance <= 8 {
      unsafe PNGFilter.left.undo(row, above: row, count: count, distance: distance)
    } else {
      for index in distance..<max(distance, count) { unsafe row[index] &+= row[index - distance] }
    }
  }

  private func undo<Sample: FixedWidthInteger>(
    _ row: UnsafeMutablePointer<UInt8>, as type: Sample.Type
  ) {
    unsafe UnsafeMutableRawPointer(row).withMemoryRebound(to: Sample.self, capacity: count) {
      samples in
      if isSwapped {
        for index in 0..<count { unsafe samples[index] = samples[index].byteSwapped }
      }
      guard prediction == .differences else { return }
      for index in distance..<max(distance, count) {
        unsafe samples[index] &+= samples[index - distance]
      }
    }
  }

  /// Sums bytes, which stand together by weight, the highest first, and puts samples together.
  private func collect(_ row: UnsafeMutablePointer<UInt8>) {
    // SAFETY: `weights` has as many bytes as the row: `count` of each weight.
    unsafe sumBytes(of: row, count: count * width)
    unsafe weights.start.update(from: row, count: count * width)
    for weight in 0..<width {
      let bytes = unsafe weights.start + (width - 1 - weight) * count
      for index in 0..<count { unsafe row[width * index + weight] = bytes[index] }
    }
  }
}
