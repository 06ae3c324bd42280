import MediaTypes

/// Averages the samples of a component over the area of each sample of the output.
///
/// Takes the rows of samples in order and gives the rows of the output in order; where both have
/// the same resolution it passes rows through.
final class ComponentResampler {
  /// A sample of an output row.
  private struct Target: BitwiseCopyable {
    /// The samples that it lies over.
    let start: Int32
    let end: Int32
    /// How much of it lies over the first and the last of several, of `sampleLength`.
    let firstWeight: UInt32
    let lastWeight: UInt32
    /// One by all weights.
    let inverse: Float
  }

  /// What a resampler holds for each sample of an output row, in bytes: what makes it up, a sum and
  /// the finished sample.
  static let bytesPerSample = 20 + 4 + 1

  private let component: KeptComponent
  private let width: Int
  private let isDirect: Bool
  private let targets: Scratch<Target>
  private let sums: Scratch<UInt32>
  private let finished: Scratch<UInt8>
  /// The row of the output that is being summed up, and the rows of samples that make it up.
  private var outputRow = 0
  private var rows: Range<Int>
  /// The next of these rows to be added.
  private var nextRow: Int

  /// Starts at the first row of the output.
  init(_ component: KeptComponent, width: Int) throws(ThumbnailError) {
    self.component = component
    self.width = width
    isDirect = component.columns.isDirect && component.rows.isDirect
    let length = isDirect ? 0 : width
    targets = try Scratch(zeroed: length)
    sums = try Scratch(zeroed: length)
    finished = try Scratch(zeroed: length)
    let columns = component.columns
    for index in 0..<length {
      let span = columns.span(index)
      let all = span.reduce(0) { $0 + columns.weight(of: $1, in: index) }
      targets[index] = Target(
        start: Int32(span.lowerBound), end: Int32(span.upperBound),
        firstWeight: UInt32(columns.weight(of: span.lowerBound, in: index)),
        lastWeight: UInt32(columns.weight(of: span.upperBound - 1, in: index)),
        inverse: 1 / Float(all))
    }
    rows = component.rows.span(0)
    nextRow = rows.lowerBound
  }

  /// Adds those rows of a band that belong to the current row of the output.
  ///
  /// - Parameters:
  ///   - samples: The rows of the band.
  ///   - firstRow: The number of its first row in the picture.
  /// - Returns: The finished row of the output; `nil` where rows of the next band belong to it.
  @unsafe func row(
    from samples: UnsafePointer<UInt8>, firstRow: Int
  ) -> UnsafePointer<UInt8>? {
    // SAFETY: rows are taken only where they lie in the band; spans end at `columns.samples`,
    // which is at most the band's width; a direct row has as many samples as the output.
    let band = component.band
    if isDirect {
      guard outputRow < firstRow + band.height else { return nil }
      return unsafe samples + (outputRow - firstRow) * band.width
    }
    while nextRow < min(rows.upperBound, firstRow + band.height) {
      unsafe add(
        samples + (nextRow - firstRow) * band.width,
        weight: UInt32(component.rows.weight(of: nextRow, in: outputRow)))
      nextRow += 1
    }
    guard nextRow == rows.upperBound else { return nil }
    let all = rows.reduce(0) { $0 + component.rows.weight(of: $1, in: outputRow) }
    let inverse = 1 / Float(all)
    for index in 0..<width {
      let mean = unsafe Float(sums.start[index]) * (targets.start[index].inverse * inverse)
      unsafe finished.start[index] = UInt8(truncatingIfNeeded: Int32(mean + 0.5))
    }
    return unsafe UnsafePointer(finished.start)
  }

  /// Adds a row of samples to the sums.
  ///
  /// A sum stays below 2^31: 255 times the output's length in each direction, 64 × 4 × 8 at most.
  @unsafe private func add(_ samples: UnsafePointer<UInt8>, weight: UInt32) {
    let sampleLength = UInt32(component.columns.sampleLength)
    for index in 0..<width {
      let target = unsafe targets.start[index]
      let (start, end) = (Int(target.start), Int(target.end))
      var sum = unsafe UInt32(samples[start]) &* target.firstWeight
      if start &+ 1 < end {
        var inner: UInt32 = 0
        for place in (start &+ 1)..<(end &- 1) { unsafe inner &+= UInt32(samples[place]) }
        sum &+= unsafe inner &* sampleLength &+ UInt32(samples[end &- 1]) &* target.lastWeight
      }
      unsafe sums.start[index] &+= sum &* weight
    }
  }

  /// Goes on to the next row of the output.
  func advance() {
    outputRow += 1
    guard !isDirect else { return }
    rows = component.rows.span(outputRow)
    nextRow = rows.lowerBound
    sums.clear()
  }
}
