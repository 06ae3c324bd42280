internal import FFmpeg

/// Averages a plane's samples over areas, a row of reduced pixels at a time.
///
/// Rows are added up first, which the compiler does many columns at a time, and only sums are added
/// across.
struct PlaneAverager {
  /// Sums of the columns of one area of rows.
  private var columnSums: [Float] = []

  /// Averages one row of reduced pixels.
  ///
  /// - Parameters:
  ///   - plane: The samples: of 8 bits, or of 16 where `isWide`.
  ///   - isWide: Whether samples have 16 bits.
  ///   - rows: The rows that are averaged; inside the plane.
  ///   - columns: For each reduced pixel the columns that are averaged; inside the plane.
  ///   - averages: Receives a sample for each of `columns`; the caller has made room.
  mutating func average(
    _ plane: Frame.Plane, isWide: Bool, rows: AreaSpan, columns: [AreaSpan],
    into averages: UnsafeMutablePointer<Float>
  ) {
    guard let first = columns.first?.first, let last = columns.last?.last else { return }
    let (width, height) = unsafe (plane.width, plane.height)
    precondition(
      first >= 0 && last < width && rows.first >= 0 && rows.last < height, "not in the plane")
    if columnSums.count < width { columnSums = [Float](repeating: 0, count: width) }
    unsafe columnSums.withUnsafeMutableBufferPointer { sums in
      guard let sums = sums.baseAddress else { return }
      let span = first..<(last + 1)
      if isWide {
        unsafe Self.addRows(of: plane, as: UInt16.self, rows, columns: span, into: sums)
      } else {
        unsafe Self.addRows(of: plane, as: UInt8.self, rows, columns: span, into: sums)
      }
      unsafe Self.average(sums, columns, scale: rows.scale, into: averages)
    }
  }

  // SAFETY of the three below: the caller has checked that all rows and columns are in the plane,
  // whose memory its frame keeps, and that sums and averages are long enough.

  @inline(__always)
  private static func addRows<Sample: FixedWidthInteger & UnsignedInteger>(
    of plane: Frame.Plane, as type: Sample.Type, _ rows: AreaSpan, columns: Range<Int>,
    into sums: UnsafeMutablePointer<Float>
  ) {
    let start = unsafe plane.start
    let stride = unsafe plane.stride
    func row(_ index: Int) -> UnsafePointer<Sample> {
      unsafe (start + index * stride).assumingMemoryBound(to: Sample.self)
    }
    let firstRow = unsafe row(rows.first)
    if rows.first == rows.last {
      for x in columns { unsafe sums[x] = Float(Int32(truncatingIfNeeded: firstRow[x])) }
      return
    }
    let lastRow = unsafe row(rows.last)
    for x in columns {
      unsafe sums[x] =
        Float(Int32(truncatingIfNeeded: firstRow[x])) * rows.firstWeight
        + Float(Int32(truncatingIfNeeded: lastRow[x])) * rows.lastWeight
    }
    var index = rows.first + 1
    while index + 3 < rows.last {
      let (a, b, c, d) = unsafe (row(index), row(index + 1), row(index + 2), row(index + 3))
      for x in columns {
        let sum =
          unsafe Int32(truncatingIfNeeded: a[x]) &+ Int32(truncatingIfNeeded: b[x])
          &+ Int32(truncatingIfNeeded: c[x]) &+ Int32(truncatingIfNeeded: d[x])
        unsafe sums[x] += Float(sum)
      }
      index += 4
    }
    while index < rows.last {
      let a = unsafe row(index)
      for x in columns { unsafe sums[x] += Float(Int32(truncatingIfNeeded: a[x])) }
      index += 1
    }
  }

  @inline(__always)
  private static func average(
    _ sums: UnsafePointer<Float>, _ columns: [AreaSpan], scale: Float,
    into averages: UnsafeMutablePointer<Float>
  ) {
    for (index, span) in columns.enumerated() {
      if span.first == span.last {
        unsafe averages[index] = sums[span.first] * scale
        continue
      }
      var sum = unsafe sums[span.first] * span.firstWeight + sums[span.last] * span.lastWeight
      var x = span.first + 1
      while x < span.last {
        unsafe sum += sums[x]
        x += 1
      }
      unsafe averages[index] = sum * span.scale * scale
    }
  }
}
