internal import MediaTypes

/// WebP: lossy pictures are reduced while they decode; lossless ones are held whole by libwebp, and
/// so are read by our own reader.
enum WebP: FormatPlanning {
  static let formats: [MediaFormat] = [.webp]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let lowMemory = lowMemoryStep(for: request, size: size).map { [$0] } ?? []
    let library = libraryStep(for: request, size: size).map { [$0] } ?? []
    return lowMemory + library + WholePacket.steps(for: request)
  }

  /// Beyond 2^20 pixels nothing is referred to.
  private static let windowPixels: UInt64 = 1 << 20
  /// Pieces of the file, groups of codes, and tables of the least picture.
  private static let rowFixedBytes: UInt64 = 512 << 10

  /// Our reader: a window of pixels, tables of codes, and what the rows are averaged to.
  ///
  /// The figures of its working memory are those of `ReducedWebP.workingByteCount`.
  private static func lowMemoryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    guard image.isLossless, !image.isAnimated, let area = size.area else { return nil }
    let channels: UInt64 = image.hasAlpha ? 4 : 3
    let reduced = PNGScale.reducedSize(of: size, wantedSide: request.wantedSide)
    var sum = ByteSum(rowFixedBytes)
    FinishCost.add(to: &sum, for: request)
    // Averages, and two copies while they are finished: one in sRGB and one upright.
    sum.add(3 * channels, perPixelOf: reduced)
    let window = min(windowPixels, UInt64(area))
    sum.add(4, 1 << UInt64(UInt64.bitWidth - (window - 1).leadingZeroBitCount))
    // Tables of codes, and squares of transforms.
    sum.add(8192 + min(request.byteCount, 1 << 19), 5)
    sum.add(UInt64(area) / 40)
    // Rows as coded, and sums of one.
    sum.add(UInt64(size.width), 5 * 4 + channels * 7)
    sum.add(UInt64(reduced.width), 64)
    if request.facts.colour.hasICCProfile { sum.add(profileBytes) }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .lowMemory, by: .webPRows, format: .webp, size: size, plannedBytes: bytes,
      reason: "rows are averaged to \(reduced) as they come")
  }

  /// An embedded profile is held as long as the picture is.
  private static let profileBytes: UInt64 = 4 << 20

  /// libwebp, by libvips.
  private static func libraryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    let shrink = image.isAnimated ? 1 : max(1, Int(request.reduction / 2))
    let loaded = size.shrunk(by: shrink)
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: loaded, samples: 4, sampleBytes: 1, hasAlpha: image.hasAlpha,
      request: request)
    sum.add(8, perPixelOf: image.isAnimated ? size : loaded)
    sum.add(request.byteCount)
    if image.isLossless { sum.add(5, perPixelOf: size) } else { sum.add(UInt64(size.width), 320) }
    if image.hasAlpha { sum.add(1, perPixelOf: size) }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      shrink > 1 ? .scaled : .full, by: .vips, format: .webp, size: size, shrink: shrink,
      plannedBytes: bytes,
      reason: image.isLossless
        ? "libwebp holds a lossless picture whole" : "libwebp reduces while it decodes")
  }
}
