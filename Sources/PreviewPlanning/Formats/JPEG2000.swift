internal import MediaTypes

/// JPEG 2000: OpenJPEG holds 32-bit samples of the whole picture or tile, at the level of resolution
/// that is decoded.
enum JPEG2000: FormatPlanning {
  static let formats: [MediaFormat] = [.jp2, .j2k]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let image = request.facts.image
    let samples = max(3, image.channels ?? 3)
    let sampleBytes = max(1, ((image.bitDepth ?? 8) + 7) / 8)
    let shrink = shrink(for: request)
    let loaded = size.shrunk(by: shrink)
    var sum = ByteSum(2 << 20)
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: loaded, samples: samples, sampleBytes: sampleBytes,
      hasAlpha: image.hasAlpha, request: request)
    sum.add(UInt64(samples * 8), perPixelOf: loaded)
    sum.add(request.byteCount)
    // libvips reads displaced pictures from memory that nobody has written, or crashes.
    guard !image.isDisplaced else { return WholePacket.steps(for: request) }
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        shrink > 1 ? .scaled : .full, by: .vips, format: request.format, size: size, shrink: shrink,
        plannedBytes: bytes,
        reason: shrink > 1
          ? "OpenJPEG decodes the wavelet's lower levels only, in 32 bits a sample"
          : "OpenJPEG holds the whole picture in 32 bits a sample")
    ] + WholePacket.steps(for: request)
  }

  /// The strongest halving that leaves three times what is wanted: the wavelet's low band is crisper
  /// than a mean.
  private static func shrink(for request: PlanRequest) -> Int {
    let levels = min(request.facts.image.halvings, 16)
    return (0...max(0, levels)).map { 1 << $0 }.last { Double($0) <= request.reduction / 3 } ?? 1
  }
}
