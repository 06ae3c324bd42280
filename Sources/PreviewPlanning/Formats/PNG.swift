internal import MediaTypes

/// PNG: rows are inflated and reduced as they come; interlaced ones are held whole by libpng.
enum PNG: FormatPlanning {
  static let formats: [MediaFormat] = [.png, .apng]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
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
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
        reason: image.isInterlaced
          ? "libpng holds an interlaced picture whole" : "rows are reduced as they are inflated")
    ] + WholePacket.steps(for: request)
  }
}
