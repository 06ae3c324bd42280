/// Along one axis, which part of a picture each pixel of the reduced picture stands for.
///
/// Pixel `j` stands for `origin + j·step` to `origin + (j + 1)·step`, in pixels of the picture.
struct ReductionAxis {
  /// Where the reduced picture begins, in pixels of the picture; below 0 it begins before it.
  var origin: Double
  /// Pixels of the picture a reduced pixel; below 1 the picture is enlarged.
  var step: Double
  /// Reduced pixels.
  var count: Int

  /// Parts of a pixel below this are rounding errors.
  private static let negligible = 1e-6

  /// What a stretch of the picture, such as a tile's columns, gives to the reduced pixels.
  ///
  /// - Parameters:
  ///   - start: Where the stretch begins, in pixels of the picture.
  ///   - length: How many pixels it has.
  ///   - shift: By how many bits the plane is coarser than the picture.
  ///   - sampleCount: Samples of the plane in the stretch; `length` of it, rounded up.
  /// - Returns: Of each reduced pixel that gets something, what it gets.
  func spans(start: Int, length: Int, shift: Int, sampleCount: Int) -> AreaSpans {
    let outputs = outputs(start: start, length: length)
    var result = AreaSpans(firstOutput: outputs.lowerBound, spans: [], coverage: [])
    guard sampleCount > 0 else { return result }
    let begin = Double(start)
    let end = Double(start + length)
    for output in outputs {
      let pixelStart = origin + Double(output) * step
      let from = max(pixelStart, begin)
      let to = min(pixelStart + step, end)
      let unit = Double(1 << shift)
      result.spans.append(
        AreaSpan(
          from: (from - begin) / unit, to: (to - begin) / unit, sampleCount: sampleCount))
      result.coverage.append(
        Coverage(before: (from - pixelStart) / step, own: (to - from) / step))
    }
    return result
  }

  /// The reduced pixels that a stretch of the picture gives something to.
  func outputs(start: Int, length: Int) -> Range<Int> {
    let first = (Double(start) - origin) / step + Self.negligible
    let end = (Double(start) + Double(length) - origin) / step - Self.negligible
    let all = 0...Double(count)
    let lower = Int(first.rounded(.down).clamped(to: all))
    return lower..<max(lower, Int(end.rounded(.up).clamped(to: all)))
  }
}

/// What a stretch of a picture gives to consecutive reduced pixels.
struct AreaSpans {
  /// The first reduced pixel that gets something.
  var firstOutput: Int
  /// Of each, the samples that are averaged.
  var spans: [AreaSpan]
  /// Of each, how much of it the stretch covers.
  var coverage: [Coverage]

  var outputs: Range<Int> { firstOutput..<(firstOutput + spans.count) }

  /// Which of them, counted from the first, are covered wholly: all but one or two at the edges.
  var wholes: Range<Int> {
    guard let first = coverage.firstIndex(of: .whole),
      let last = coverage.lastIndex(of: .whole)
    else { return 0..<0 }
    return first..<(last + 1)
  }
}

/// How much of a reduced pixel was covered before, and is covered now; 0 to 1.
struct Coverage: Equatable {
  var before: Float
  var own: Float

  static let whole = Coverage(before: 0 as Double, own: 1)

  init(before: Double, own: Double) {
    // What is whole but for rounding takes the quick way.
    let isWhole = before < 1e-4 && own > 1 - 1e-4
    self.before = isWhole ? 0 : Float(before)
    self.own = isWhole ? 1 : Float(own)
  }

  /// The coverage of a pixel whose row and column are covered so, in tiles that come row by row.
  init(row: Coverage, column: Coverage) {
    before = row.before + row.own * column.before
    own = row.own * column.own
  }
}

/// Samples that are averaged: those from `first` to `last`, the outer ones by weight.
struct AreaSpan: Equatable {
  var first: Int
  var last: Int
  var firstWeight: Float
  /// 0 where there is only one sample.
  var lastWeight: Float
  /// One by the sum of all weights.
  var scale: Float

  /// The samples between two positions, in samples.
  ///
  /// Where those are less than one sample apart, the two nearest samples are mixed.
  init(from: Double, to: Double, sampleCount: Int) {
    let highest = Double(sampleCount - 1)
    if to - from < 0.999 {
      let middle = ((from + to - 1) / 2).clamped(to: 0...highest)
      let lower = middle.rounded(.down)
      first = Int(lower)
      last = Int(min(lower + 1, highest))
      lastWeight = Float(middle - lower)
      firstWeight = 1 - lastWeight
      scale = 1
      return
    }
    let lower = from.rounded(.down).clamped(to: 0...highest)
    let upper = (to.rounded(.up) - 1).clamped(to: lower...highest)
    first = Int(lower)
    last = Int(upper)
    let isOne = first == last
    firstWeight = isOne ? 1 : Float(lower + 1 - from)
    lastWeight = isOne ? 0 : Float(min(to, upper + 1) - upper)
    scale = isOne ? 1 : Float(1 / (min(to, upper + 1) - from))
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
