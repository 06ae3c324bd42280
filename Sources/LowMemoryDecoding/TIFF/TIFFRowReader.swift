import ByteSources
import MediaTypes

/// Reads rows of whole pixels: from one plane, or from several side by side.
@safe final class TIFFRowReader {
  /// How much of a picture was there.
  struct Extent {
    /// Rows up to the last one of which something was there.
    var rowCount = 0
    /// Rows of which something was there.
    var presentRowCount = 0
    /// Whether any of them was not there as a whole.
    var isCut = false
  }

  private let header: TIFFHeader
  private let planes: [TIFFPlaneReader]
  private let widening: TIFFWidening
  /// Samples that were made wider, or those of several planes put together; else a row of zeros.
  private let row: Scratch<UInt8>

  /// Planes that are read: those of samples that are shown.
  static func planeCount(of header: TIFFHeader) -> Int {
    header.parts.isPlanar ? header.channelCount : 1
  }

  /// Bytes of a row that is put together.
  static func rowByteCount(of header: TIFFHeader) -> Int {
    let whole = (header.size.width * header.sampleCount * header.bitDepth + 7) / 8
    let blocks = header.colour == .lumaChroma ? header.parts.rowByteCount * header.parts.across : 0
    return max(whole, blocks) + 16
  }

  /// Prepares to read.
  ///
  /// - Throws: `overBudget` where there is no memory.
  init(_ source: any ByteSource, header: TIFFHeader) throws(ThumbnailError) {
    self.header = header
    widening = TIFFWidening(header)
    var planes: [TIFFPlaneReader] = []
    for plane in 0..<Self.planeCount(of: header) {
      planes.append(try TIFFPlaneReader(source, header: header, plane: plane))
    }
    self.planes = planes
    row = try Scratch(zeroed: Self.rowByteCount(of: header))
  }

  /// Reads all rows.
  ///
  /// Rows that are missing are given as zeros where others come behind them.
  ///
  /// - Parameter body: Is given each row with all samples of its pixels, and its index.
  /// - Returns: How much there was.
  /// - Throws: What reading a batch throws.
  func readRows(
    _ body: (UnsafePointer<UInt8>, Int) -> Void
  ) throws(ThumbnailError) -> Extent {
    var extent = Extent()
    var first = 0
    while first < header.parts.rowCount {
      var count = Int.max
      for plane in planes { count = min(count, try plane.readBatch()) }
      guard count > 0 else { break }
      let present = min(planes[0].presentRowCount, count)
      if present > 0 {
        if extent.rowCount < first { row.clear() }
        while extent.rowCount < first {
          unsafe body(UnsafePointer(row.start), extent.rowCount)
          extent.rowCount += 1
        }
        for index in 0..<present { unsafe body(pixels(index), first + index) }
        extent.rowCount = first + present
        extent.presentRowCount += present
      }
      first += count
    }
    extent.isCut = planes.contains { $0.isCut }
    return extent
  }

  /// The samples of a row of the batch.
  ///
  /// A colour of which nothing has come is as the first, so that the picture is grey at least.
  private func pixels(_ index: Int) -> UnsafePointer<UInt8> {
    guard header.parts.isPlanar else { return unsafe wide(planes[0].row(index)) }
    // SAFETY: `row` has room for all samples of as many pixels as rows of planes have.
    for (channel, plane) in planes.enumerated() {
      let isThere = index < plane.presentRowCount
      let samples = unsafe (isThere ? plane : planes[0]).row(index)
      if header.bitDepth == 16 {
        let wide = unsafe UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt16.self)
        let target = unsafe UnsafeMutableRawPointer(row.start).assumingMemoryBound(to: UInt16.self)
        if header.isWidened {
          unsafe widening.widen(
            samples, count: header.size.width, to: target + channel, step: header.sampleCount)
        } else {
          unsafe Self.spread(
            wide, count: header.size.width, to: target + channel, step: header.sampleCount)
        }
      } else {
        unsafe Self.spread(
          samples, count: header.size.width, to: row.start + channel, step: header.sampleCount)
      }
    }
    return unsafe UnsafePointer(row.start)
  }

  /// Samples of all planes, made wider where they are to be.
  private func wide(_ samples: UnsafeMutablePointer<UInt8>) -> UnsafePointer<UInt8> {
    guard header.isWidened else { return unsafe UnsafePointer(samples) }
    // SAFETY: `row` has room for all samples of a row, with 16 bits each.
    unsafe UnsafeMutableRawPointer(row.start).withMemoryRebound(
      to: UInt16.self, capacity: header.size.width * header.sampleCount
    ) {
      unsafe widening.widen(
        samples, count: header.size.width * header.sampleCount, to: $0, step: 1)
    }
    return unsafe UnsafePointer(row.start)
  }

  private static func spread<Sample: BitwiseCopyable>(
    _ samples: UnsafePointer<Sample>, count: Int, to target: UnsafeMutablePointer<Sample>, step: Int
  ) {
    for index in 0..<count { unsafe target[step * index] = samples[index] }
  }
}
