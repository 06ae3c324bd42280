internal import MediaTypes

/// Arithmetic of costs in bytes that gives `nil` instead of overflowing.
struct ByteSum {
  private(set) var total: UInt64?

  init(_ start: UInt64 = 0) { total = start }

  /// Adds a product.
  mutating func add(_ factors: UInt64...) {
    guard let total else { return }
    var product: UInt64 = 1
    for factor in factors {
      let (next, overflows) = product.multipliedReportingOverflow(by: factor)
      guard !overflows else {
        self.total = nil
        return
      }
      product = next
    }
    let (sum, overflows) = total.addingReportingOverflow(product)
    self.total = overflows ? nil : sum
  }

  /// Adds bytes a pixel times the area of a size.
  mutating func add(_ bytesPerPixel: UInt64, perPixelOf size: PixelSize) {
    guard size.isValid else {
      total = nil
      return
    }
    add(bytesPerPixel, UInt64(size.width), UInt64(size.height))
  }
}

/// What the stages after decoding take, the same for every format.
///
/// Measured as growth of anonymous memory over an idle worker; see `Benchmarks`.
enum FinishCost {
  /// Bytes a pixel of the reduced picture: the raster (up to 8), its copy upright in sRGB (4), and
  /// what the encoder holds.
  static let bytesPerPixel: UInt64 = 14
  /// An AVIF encoder holds its reference frames and search state.
  static let avifBytesPerPixel: UInt64 = 60
  /// Buffers, tables and threads of one job, whatever its size.
  static let fixedBytes: UInt64 = 1 << 20
  static let avifFixedBytes: UInt64 = 24 << 20

  static func add(to sum: inout ByteSum, for request: PlanRequest) {
    let side = UInt64(max(1, request.wantedSide))
    let target = request.target
    let isAVIF = request.options.format == .avif
    let area = UInt64(target.width) * min(UInt64(target.height), side)
    sum.add(area, isAVIF ? avifBytesPerPixel : bytesPerPixel)
    sum.add(fixedBytes)
    if isAVIF { sum.add(avifFixedBytes) }
  }
}

/// What a pipeline of libvips takes besides what its loader does.
enum PipelineCost {
  /// Rows that filters, caches and regions hold, as bytes a column of the loaded picture.
  ///
  /// 16-row strips of load, cast and reduction, in 8 bits; alpha makes them floating point.
  static func bytesPerColumn(samples: Int, isFloating: Bool) -> UInt64 {
    UInt64(max(1, samples)) * (isFloating ? 4 * 64 : 120)
  }

  static let fixedBytes: UInt64 = 1 << 20

  static func add(
    to sum: inout ByteSum, loadedWidth: Int, samples: Int, sampleBytes: Int, hasAlpha: Bool
  ) {
    let perColumn = bytesPerColumn(
      samples: samples * max(1, sampleBytes), isFloating: hasAlpha || sampleBytes > 2)
    sum.add(UInt64(max(1, loadedWidth)), perColumn)
    sum.add(fixedBytes)
  }
}
