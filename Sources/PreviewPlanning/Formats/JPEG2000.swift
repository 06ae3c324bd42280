internal import MediaTypes

/// JPEG 2000: OpenJPEG holds 32-bit samples of the whole picture or tile.
enum JPEG2000: FormatPlanning {
  static let formats: [MediaFormat] = [.jp2, .j2k]

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
    sum.add(UInt64(samples * 8), perPixelOf: size)
    sum.add(request.byteCount)
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
        reason: "OpenJPEG holds the whole picture in 32 bits a sample")
    ] + WholePacket.steps(for: request)
  }
}
