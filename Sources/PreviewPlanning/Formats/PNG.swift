internal import MediaTypes

/// PNG: our reader, which averages rows as they come; libvips, where libpng holds interlaced ones
/// whole; FFmpeg.
enum PNG: FormatPlanning {
  static let formats: [MediaFormat] = [.png, .apng]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let lowMemory = lowMemoryStep(for: request, size: size).map { [$0] } ?? []
    let library = libraryStep(for: request, size: size).map { [$0] } ?? []
    return lowMemory + library + WholePacket.steps(for: request)
  }

  /// The inflater, and pieces of the file and of rows: see `ReducedPNGGeometry`.
  private static let rowFixedBytes: UInt64 = 384 << 10
  /// An embedded profile is held as long as the picture is.
  private static let profileBytes: UInt64 = 4 << 20

  /// Our reader: a few rows, and what the rows are averaged to.
  private static func lowMemoryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    let isColour = image.colourModel != .grey
    let channels: UInt64 = (isColour ? 3 : 1) + (image.hasAlpha ? 1 : 0)
    let sampleBytes: UInt64 = (image.bitDepth ?? 16) > 8 ? 2 : 1
    let reduced = PNGScale.reducedSize(of: size, wantedSide: request.wantedSide)
    var sum = ByteSum(rowFixedBytes)
    FinishCost.add(to: &sum, for: request)
    // Averages, and beside them their sums while passes come, or two 8-bit copies while they are
    // finished: one in sRGB and one upright.
    sum.add(channels * sampleBytes + 2 * channels, perPixelOf: reduced)
    // Two rows as stored, one in whole samples, and sums of one.
    let rowBytes = channels * (3 * sampleBytes + (sampleBytes == 1 ? 6 : 4))
    sum.add(UInt64(size.width), rowBytes)
    // Sums and places of a row of averages.
    sum.add(UInt64(reduced.width), 64)
    if request.facts.colour.hasICCProfile { sum.add(profileBytes) }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .lowMemory, by: .pngRows, format: request.format, size: size, plannedBytes: bytes,
      reason: image.isInterlaced
        ? "passes are averaged to \(reduced) as they come"
        : "rows are averaged to \(reduced) as they come")
  }

  /// libpng, reduced by libvips.
  private static func libraryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    let isPalette = image.colourModel == .palette
    let samples = isPalette ? 4 : (image.channels ?? 4) + 1
    let sampleBytes = (image.bitDepth ?? 8) > 8 ? 2 : 1
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: samples, sampleBytes: sampleBytes,
      hasAlpha: image.hasAlpha || isPalette, request: request)
    if image.isInterlaced {
      sum.add(UInt64(samples * sampleBytes), perPixelOf: size)
    }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
      reason: image.isInterlaced
        ? "libpng holds an interlaced picture whole" : "rows are reduced as they are inflated")
  }
}
