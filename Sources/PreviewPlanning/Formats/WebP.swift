internal import MediaTypes

/// WebP: lossy pictures are reduced while they decode; lossless ones are held whole by libwebp.
enum WebP: FormatPlanning {
  static let formats: [MediaFormat] = [.webp]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
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
    if image.isLossless { sum.add(5, perPixelOf: size) } else { sum.add(UInt64(size.width), 160) }
    if image.hasAlpha { sum.add(1, perPixelOf: size) }
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        shrink > 1 ? .scaled : .full, by: .vips, format: .webp, size: size, shrink: shrink,
        plannedBytes: bytes,
        reason: image.isLossless
          ? "libwebp holds a lossless picture whole" : "libwebp reduces while it decodes")
    ] + WholePacket.steps(for: request)
  }
}
