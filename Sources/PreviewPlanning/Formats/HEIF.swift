internal import MediaTypes

/// HEIF and AVIF through libheif: full planes and an interleaved copy of the whole picture.
enum HEIF: FormatPlanning {
  static let formats: [MediaFormat] = [.heic, .heif, .heicSequence, .heifSequence, .avif]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let image = request.facts.image
    let samples = image.hasAlpha ? 4 : 3
    let sampleBytes = (image.bitDepth ?? 8) > 8 ? 2 : 1
    var sum = ByteSum(4 << 20)
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: samples, sampleBytes: sampleBytes,
      hasAlpha: image.hasAlpha, request: request)
    sum.add(UInt64((samples + 5) * sampleBytes), perPixelOf: size)
    sum.add(request.byteCount)
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
        reason: "libheif holds the planes and an interleaved copy of the whole picture")
    ]
  }
}
