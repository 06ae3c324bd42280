import MediaTypes

/// Averages the samples of a component into rows of the output's width.
///
/// Takes the rows of samples in order and gives the rows of the output in order; where both have
/// the same resolution it passes rows through.
final class ComponentResampler {
  /// What a resampler holds for each sample of an output row, in bytes: a span, its weight, a sum
  /// and the finished sample.
  static let bytesPerSample = 2 * 4 + 4 + 4 + 1

  private let component: KeptComponent
  private let width: Int
  private let isDirect: Bool
  private let starts: Scratch<Int32>
  private let ends: Scratch<Int32>
  private let weights: Scratch<Float>
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
    starts = try Scratch(zeroed: length)
    ends = try Scratch(zeroed: length)
    weights = try Scratch(zeroed: length)
    sums = try Scratch(zeroed: length)
    finished = try Scratch(zeroed: length)
    for index in 0..<length {
      let span = component.columns.span(index)
      starts[index] = Int32(span.lowerBound)
      ends[index] = Int32(span.upperBound)
      weights[index] = 1 / Float(span.count)
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
      unsafe add(samples + (nextRow - firstRow) * band.width)
      nextRow += 1
    }
    guard nextRow == rows.upperBound else { return nil }
    let weight = 1 / Float(rows.count)
    for index in 0..<width {
      let mean = unsafe Float(sums.start[index]) * (weights.start[index] * weight)
      unsafe finished.start[index] = UInt8(truncatingIfNeeded: Int32(mean + 0.5))
    }
    return unsafe UnsafePointer(finished.start)
  }

  @unsafe private func add(_ samples: UnsafePointer<UInt8>) {
    for index in 0..<width {
      var sum: UInt32 = 0
      for place in unsafe Int(starts.start[index])..<Int(ends.start[index]) {
        sum &+= unsafe UInt32(samples[place])
      }
      unsafe sums.start[index] &+= sum
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
