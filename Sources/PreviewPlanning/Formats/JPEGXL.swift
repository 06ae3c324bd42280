internal import MediaTypes

/// JPEG XL: libjxl decodes in floating point and holds the whole picture.
enum JPEGXL: FormatPlanning {
  static let formats: [MediaFormat] = [.jxl]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let image = request.facts.image
    let samples = max(3, image.channels ?? 3)
    let sampleBytes = max(1, ((image.bitDepth ?? 8) + 7) / 8)
    var sum = ByteSum(2 << 20)
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: samples, sampleBytes: sampleBytes,
      hasAlpha: image.hasAlpha, request: request)
    sum.add(UInt64(samples * (4 + 4 * sampleBytes)), perPixelOf: size)
    sum.add(request.byteCount)
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
        reason: "libjxl holds the whole picture")
    ]
  }
}
