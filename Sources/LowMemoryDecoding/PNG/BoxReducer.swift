import MediaTypes

/// Averages boxes of pixels, colours weighted by alpha, into an output that is smaller than the
/// picture.
///
/// Of a picture whose rows come in order one row of the output is held in sums. Of an interlaced
/// one all are, with 16 bits a channel: each pass adds once to a row, so that rounding stays far
/// below what 8 bits show.
@safe final class BoxReducer: PixelSink {
  /// What 16-bit sums count as all of a box; below the largest number by more than roundings add.
  private static let fullSum: Float = 65280

  private let columns: BoxAxis
  private let rows: BoxAxis
  private let form: PNGSamples.Form
  private let sums: ColumnSums
  private let writer: BoxWriter
  /// The sums of a row of the output.
  private let rowSums: Scratch<Float>
  /// The sums of all rows of an interlaced picture's output, as parts of `fullSum`.
  private let passSums: Scratch<UInt16>?

  private var pass: PNGPass?
  private var spans: [BoxAxis.Span] = []
  /// The row of the output that is summed up, and which rows of the pass lie in it.
  private var box = 0
  private var rowSpan = BoxAxis.Span(first: 0, last: -1, firstWeight: 1, lastWeight: 1)
  /// Rows that have been summed up for it, parts counted as such.
  private var summedRows: Float = 0

  /// Bytes that reducing takes beside the output.
  static func byteCount(
    of size: PixelSize, output: PixelSize, form: PNGSamples.Form, isInterlaced: Bool
  ) -> Int {
    let rowByteCount = output.width * (form.channelCount * 4 + MemoryLayout<BoxAxis.Span>.stride)
    return ColumnSums.byteCount(width: size.width, form: form) + rowByteCount
      + (isInterlaced ? output.width * output.height * form.channelCount * 2 : 0)
  }

  /// Prepares to reduce.
  ///
  /// - Parameters:
  ///   - size: The picture's width and height, in pixels.
  ///   - outputSize: Those of the output, neither of them larger.
  ///   - form: What the pixels of both are.
  ///   - isInterlaced: Whether they come in passes.
  ///   - output: Room for the pixels of the output.
  /// - Throws: `overBudget` where there is no memory.
  init(
    size: PixelSize, outputSize: PixelSize, form: PNGSamples.Form, isInterlaced: Bool,
    output: UnsafeMutablePointer<UInt8>
  ) throws(ThumbnailError) {
    columns = BoxAxis(length: size.width, count: outputSize.width)
    rows = BoxAxis(length: size.height, count: outputSize.height)
    self.form = form
    sums = try ColumnSums(width: size.width, form: form)
    writer = unsafe BoxWriter(width: outputSize.width, form: form, output: output)
    rowSums = try Scratch(zeroed: outputSize.width * form.channelCount)
    passSums =
      isInterlaced
      ? try Scratch(zeroed: outputSize.width * outputSize.height * form.channelCount) : nil
  }

  func begin(_ pass: PNGPass) {
    flush()
    self.pass = pass
    spans = (0..<columns.count).map { columns.span(of: $0, along: pass.columns) }
    box = -1
    openNextBox()
  }

  func add(_ row: UnsafePointer<UInt8>, at index: Int) {
    guard let pass else { return }
    repeat {
      let weight = rowSpan.weight(of: index)
      unsafe sums.add(row, width: pass.columns.count, weight: weight)
      summedRows += weight
      guard index == rowSpan.last else { return }
      flush()
      openNextBox()
    } while rowSpan.first == index && box < rows.count
  }

  /// Goes on to the next row of the output in which rows of the pass lie.
  private func openNextBox() {
    guard let pass else { return }
    repeat {
      box += 1
      guard box < rows.count else { return }
      rowSpan = rows.span(of: box, along: pass.rows)
    } while rowSpan.isEmpty
  }

  /// Gives what has been summed up for a row of the output to it.
  private func flush() {
    guard let pass, summedRows > 0 else { return }
    unsafe sumBoxes(sums.settled(width: pass.columns.count))
    sums.clear()
    if let passSums {
      let scale = Self.fullSum / (form.largest * columns.boxLength * rows.boxLength)
      let start = box * rowSums.count
      for index in 0..<rowSums.count {
        let part = unsafe Int32(rowSums.start[index] * scale + 0.5)
        unsafe passSums.start[start + index] &+= UInt16(truncatingIfNeeded: part)
      }
    } else {
      unsafe writer.write(
        rowSums.start, scale: 1 / (columns.boxLength * summedRows), row: box)
    }
    summedRows = 0
  }

  /// Sums of columns to sums of boxes.
  private func sumBoxes(_ columnSums: UnsafePointer<Float>) {
    // SAFETY: spans end below the pass' columns, of which each has its sums.
    let channels = form.channelCount
    for (box, span) in spans.enumerated() {
      for channel in 0..<channels {
        var sum: Float = 0
        if !span.isEmpty {
          for column in span.first...span.last {
            sum += unsafe columnSums[column * channels + channel]
          }
          sum -= unsafe (1 - span.firstWeight) * columnSums[span.first * channels + channel]
          sum -= unsafe (1 - span.lastWeight) * columnSums[span.last * channels + channel]
        }
        unsafe rowSums.start[box * channels + channel] = sum
      }
    }
  }

  func finish(_ arrivals: PNGArrivals) {
    flush()
    guard let passSums else { return }
    let scale = form.largest / Self.fullSum
    let coverage =
      arrivals.isComplete
      ? nil : BoxCoverage(arrivals, columns: columns, rows: rows)
    for row in 0..<rows.count {
      for index in 0..<rowSums.count {
        unsafe rowSums.start[index] = Float(passSums.start[row * rowSums.count + index])
      }
      guard let coverage else {
        unsafe writer.write(rowSums.start, scale: scale, row: row)
        continue
      }
      if coverage.complete(rowSums, row: row, channels: form.channelCount) {
        unsafe writer.write(rowSums.start, scale: scale, row: row)
      } else {
        writer.repeatRow(before: row)
      }
    }
  }
}
