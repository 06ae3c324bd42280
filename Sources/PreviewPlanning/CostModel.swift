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
  static let fixedBytes: UInt64 = 3 << 20
  static let fixedBytesWithAlpha: UInt64 = 8 << 20

  /// Adds the strips that reduction holds, and the raster that is left to the finisher.
  ///
  /// Boxes are averaged a row of boxes at a time; where the final filter reduces the loaded rows
  /// itself, it holds its own window and 16 rows of output, each of up to four rows of input.
  /// Alpha makes samples floating point on the way. `loaded` is the picture as the loader gives it.
  static func add(
    to sum: inout ByteSum, loaded: PixelSize, samples: Int, sampleBytes: Int, hasAlpha: Bool,
    request: PlanRequest
  ) {
    let target = loaded.fitted(withinSide: request.wantedSide)
    let box = BoxReduction(from: loaded, towards: target)
    let rows = UInt64(box.isNeeded ? box.down + 24 : 96)
    let bytes = UInt64(max(1, samples) * max(1, hasAlpha ? 4 : sampleBytes))
    sum.add(UInt64(max(1, loaded.width)), rows, bytes, hasAlpha ? 3 : 4)
    let left = PixelSize(
      width: loaded.width / box.across + 1, height: loaded.height / box.down + 1)
    if box.isNeeded { sum.add(UInt64(samples * sampleBytes) + 8, perPixelOf: left) }
    sum.add(hasAlpha ? fixedBytesWithAlpha : fixedBytes)
  }
}
