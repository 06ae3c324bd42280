internal import MediaTypes

/// Radiance: libvips reads rows as they come and makes them floating point.
enum Radiance: FormatPlanning {
  static let formats: [MediaFormat] = [.hdr]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: 3, sampleBytes: 4, hasAlpha: false, request: request)
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: .hdr, size: size, plannedBytes: bytes,
        reason: "rows are reduced as they are read")
    ]
  }
}
