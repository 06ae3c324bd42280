internal import MediaTypes

/// Netpbm: libvips reads rows as they come; the arbitrary map goes through FFmpeg.
enum Netpbm: FormatPlanning {
  static let formats: [MediaFormat] = [.pnm]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let image = request.facts.image
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: image.channels ?? 3,
      sampleBytes: max(1, ((image.bitDepth ?? 8) + 7) / 8), hasAlpha: image.hasAlpha,
      request: request)
    var steps: [DecodeStep] = []
    if let bytes = sum.total {
      steps.append(
        DecodeStep(
          .full, by: .vips, format: .pnm, size: size, plannedBytes: bytes,
          reason: "rows are reduced as they are read"))
    }
    return steps + WholePacket.steps(for: request)
  }
}
