import MediaTypes

/// Sums of rows, column by column, colours weighted by alpha.
///
/// Rows of 8 bits that count in full and hide nothing are added as whole numbers, which is what
/// most rows are and takes a fraction of the time.
@safe final class ColumnSums {
  private let form: PNGSamples.Form
  /// Sums of 8-bit rows since `wholeRowCount` was zero.
  private let whole: Scratch<UInt16>
  private var wholeRowCount = 0
  /// All other sums; colours times alpha, where 1 is opaque.
  private let sums: Scratch<Float>

  /// Bytes that the sums of a row of pixels take.
  static func byteCount(width: Int, form: PNGSamples.Form) -> Int {
    width * form.channelCount * (form.sampleByteCount == 1 ? 6 : 4)
  }

  /// Makes room for rows of up to so many pixels.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(width: Int, form: PNGSamples.Form) throws(ThumbnailError) {
    self.form = form
    let count = width * form.channelCount
    whole = try Scratch(zeroed: form.sampleByteCount == 1 ? count : 0)
    sums = try Scratch(zeroed: count)
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - row: Its pixels.
  ///   - width: How many there are, at most as many as there is room for.
  ///   - weight: The part of it that counts, up to 1.
  func add(_ row: UnsafePointer<UInt8>, width: Int, weight: Float) {
    // SAFETY: the row has `width` pixels of the form, and so have the sums.
    let count = width * form.channelCount
    if form.sampleByteCount == 2 {
      unsafe UnsafeRawPointer(row).withMemoryRebound(to: UInt16.self, capacity: count) { row in
        form.hasAlpha
          ? unsafe addWeighted(row, width: width, weight: weight)
          : unsafe addPlain(row, count: count, weight: weight)
      }
    } else if form.hasAlpha, unsafe !isOpaque(row, width: width) {
      unsafe addWeighted(row, width: width, weight: weight)
    } else if weight == 1 {
      unsafe addWhole(row, count: count)
    } else {
      unsafe addPlain(row, count: count, weight: weight)
    }
  }

  /// The sums of so many pixels, lent until they are cleared.
  func settled(width: Int) -> UnsafePointer<Float> {
    settle(count: width * form.channelCount)
    return unsafe UnsafePointer(sums.start)
  }

  /// Makes all sums zero.
  func clear() {
    whole.clear()
    wholeRowCount = 0
    sums.clear()
  }

  private func settle(count: Int) {
    guard wholeRowCount > 0 else { return }
    for index in 0..<count {
      unsafe sums.start[index] += Float(whole.start[index])
      unsafe whole.start[index] = 0
    }
    wholeRowCount = 0
  }

  private func isOpaque(_ row: UnsafePointer<UInt8>, width: Int) -> Bool {
    var common: UInt8 = 255
    let channels = form.channelCount
    if channels == 4 {
      for column in 0..<width { unsafe common &= row[4 * column + 3] }
    } else {
      for column in 0..<width { unsafe common &= row[2 * column + 1] }
    }
    return common == 255
  }

  private func addWhole(_ row: UnsafePointer<UInt8>, count: Int) {
    // 257 rows of 255 are the largest 16-bit number.
    if wholeRowCount == 257 { settle(count: count) }
    wholeRowCount += 1
    let whole = unsafe whole.start
    for index in 0..<count { unsafe whole[index] &+= UInt16(row[index]) }
  }

  private func addPlain<Sample: FixedWidthInteger>(
    _ row: UnsafePointer<Sample>, count: Int, weight: Float
  ) {
    let sums = unsafe sums.start
    for index in 0..<count { unsafe sums[index] += Float(row[index]) * weight }
  }

  private func addWeighted<Sample: FixedWidthInteger>(
    _ row: UnsafePointer<Sample>, width: Int, weight: Float
  ) {
    let unit = weight / form.largest
    let sums = unsafe sums.start
    if form.isColour {
      for column in 0..<width {
        let alpha = unsafe Float(row[4 * column + 3])
        let share = alpha * unit
        unsafe sums[4 * column] += Float(row[4 * column]) * share
        unsafe sums[4 * column + 1] += Float(row[4 * column + 1]) * share
        unsafe sums[4 * column + 2] += Float(row[4 * column + 2]) * share
        unsafe sums[4 * column + 3] += alpha * weight
      }
    } else {
      for column in 0..<width {
        let alpha = unsafe Float(row[2 * column + 1])
        unsafe sums[2 * column] += Float(row[2 * column]) * alpha * unit
        unsafe sums[2 * column + 1] += alpha * weight
      }
    }
  }
}
