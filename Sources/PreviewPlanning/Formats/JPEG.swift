internal import MediaTypes

/// JPEG: embedded pictures, libvips' shrink-on-load.
///
/// libjpeg-turbo streams baseline files row by row; with several scans it holds every coefficient
/// of the picture in 16 bits, whatever the scale.
enum JPEG: FormatPlanning {
  static let formats: [MediaFormat] = [.jpeg]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    var steps = EmbeddedPlanning.steps(for: request)
    let shrink = shrinkFactor(reduction: request.reduction)
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    let image = request.facts.image
    PipelineCost.add(
      to: &sum, loadedWidth: size.width / shrink + 1, samples: image.channels ?? 3, sampleBytes: 1,
      hasAlpha: false)
    sum.add(UInt64(size.width), 40)
    if image.isProgressive || image.isMultiScan {
      sum.add(coefficientBytes(size: size, image: image) ?? .max)
    }
    if let bytes = sum.total {
      let whole = image.isProgressive || image.isMultiScan
      steps.append(
        DecodeStep(
          shrink > 1 ? .scaled : .full, by: .vips, format: .jpeg, size: size, shrink: shrink,
          plannedBytes: bytes,
          reason: whole
            ? "libjpeg holds the coefficients of the whole picture, since it has several scans"
            : "libjpeg decodes row by row at 1/\(shrink)"))
    }
    return steps + WholePacket.steps(for: request)
  }

  /// The DCT scale that leaves at least a factor of two to the final filter.
  static func shrinkFactor(reduction: Double) -> Int {
    for factor in [8, 4, 2] where reduction >= Double(2 * factor) { return factor }
    return 1
  }

  /// 16-bit coefficients of all components, padded to whole MCUs.
  static func coefficientBytes(size: PixelSize, image: ImageFacts) -> UInt64? {
    let channels = UInt64(max(1, image.channels ?? 3))
    let sampling = image.chromaSubsampling ?? PixelSize(width: 1, height: 1)
    let padded = PixelSize(
      width: (size.width + 31) / 16 * 16, height: (size.height + 31) / 16 * 16)
    var sum = ByteSum()
    sum.add(2, perPixelOf: padded)
    if channels > 1 {
      let chroma = PixelSize(
        width: padded.width / max(1, sampling.width) + 8,
        height: padded.height / max(1, sampling.height) + 8)
      sum.add(4, perPixelOf: chroma)
    }
    if channels > 3 { sum.add(2 * (channels - 3), perPixelOf: padded) }
    return sum.total
  }
}
