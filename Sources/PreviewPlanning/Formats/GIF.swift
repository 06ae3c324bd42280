internal import MediaTypes

/// GIF: the canvas of the first frame in RGBA, and the file, which libnsgif reads to its end.
///
/// libvips leaves alpha out where no frame has a transparent colour and none is cut off, which
/// takes less than is planned; only a look at the whole file would tell.
enum GIF: FormatPlanning {
  static let formats: [MediaFormat] = [.gif]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: 4, sampleBytes: 1, hasAlpha: true, request: request)
    sum.add(4, perPixelOf: size)
    sum.add(request.byteCount)
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .vips, format: .gif, size: size, plannedBytes: bytes,
        reason: "libnsgif holds the file and one canvas")
    ] + WholePacket.steps(for: request)
  }
}
