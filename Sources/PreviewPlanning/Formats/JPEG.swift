internal import MediaTypes

/// JPEG: embedded pictures, our decoder of the lowest coefficients, libvips' shrink-on-load.
///
/// libjpeg-turbo streams baseline files row by row; with several scans it holds every coefficient
/// of the picture in 16 bits, whatever the scale.
enum JPEG: FormatPlanning {
  static let formats: [MediaFormat] = [.jpeg]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let embedded = EmbeddedPlanning.steps(for: request)
    let lowMemory = lowMemoryStep(for: request, size: size).map { [$0] } ?? []
    let scaled = libraryStep(for: request, size: size).map { [$0] } ?? []
    return embedded + lowMemory + scaled + WholePacket.steps(for: request)
  }

  /// What our decoder takes beside tables and blocks: see `ScaledJPEGGeometry`.
  private static let lowMemoryFixedBytes: UInt64 = 1 << 20

  /// Our decoder, for what it decodes: 8 bits a sample in Huffman codes.
  private static func lowMemoryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    guard let scale = JPEGScale(size: size, wantedSide: request.wantedSide),
      image.bitDepth ?? 8 == 8, image.compression != "arithmetic", !image.isLossless
    else { return nil }
    // At a half, libjpeg-turbo is as fast where it need not hold the whole picture.
    guard scale.denominator > 2 || image.isProgressive || image.isMultiScan else { return nil }
    return coefficientStep(for: request, size: size, scale: scale)
  }

  /// What our decoder takes at some scale.
  static func coefficientStep(
    for request: PlanRequest, size: PixelSize, scale: JPEGScale
  ) -> DecodeStep? {
    let image = request.facts.image
    let reduced = size.shrunk(by: scale.denominator).shrunk(by: scale.box)
    let channels = UInt64(max(1, image.channels ?? 3))
    var sum = ByteSum(lowMemoryFixedBytes)
    FinishCost.add(to: &sum, for: request)
    sum.add(channels + 3, perPixelOf: reduced)
    sum.add(UInt64(size.width), 64)
    if image.isProgressive || image.isMultiScan {
      for component in 0..<channels {
        addCoefficients(of: component, to: &sum, size: size, image: image, scale: scale)
      }
    }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .lowMemory, by: .scaledJPEG, format: request.format, size: size, shrink: scale.denominator,
      plannedBytes: bytes,
      reason: "the lowest coefficients give 1/\(scale.denominator), averaged by \(scale.box)")
  }

  /// The kept coefficients of one component, 16 bits each, and a word of marks for each block.
  private static func addCoefficients(
    of component: UInt64, to sum: inout ByteSum, size: PixelSize, image: ImageFacts,
    scale: JPEGScale
  ) {
    let sampling = image.chromaSubsampling ?? PixelSize(width: 1, height: 1)
    let isChroma = component == 1 || component == 2
    let across = isChroma ? max(1, sampling.width) : 1
    let down = isChroma ? max(1, sampling.height) : 1
    // Units of up to 4 blocks a side are padded.
    let columns = UInt64(size.width / (8 * across) + 5)
    let rows = UInt64(size.height / (8 * down) + 5)
    let kept = UInt64(
      kept(factor: across, scale: scale) * kept(factor: down, scale: scale))
    sum.add(columns, rows, 2 * kept + (kept > 1 ? 8 : 0))
  }

  /// Coefficients that are kept in one direction of a component with `factor` times fewer samples.
  private static func kept(factor: Int, scale: JPEGScale) -> Int {
    let wanted = 8 / scale.denominator * factor
    return [8, 4, 2].first { $0 * scale.box <= wanted } ?? 1
  }

  /// libjpeg-turbo, reduced by its DCT scale.
  private static func libraryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let shrink = shrinkFactor(reduction: request.reduction)
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    let image = request.facts.image
    PipelineCost.add(
      to: &sum, loaded: size.shrunk(by: shrink), samples: image.channels ?? 3, sampleBytes: 1,
      hasAlpha: false, request: request)
    sum.add(UInt64(size.width), 40)
    if image.isProgressive || image.isMultiScan {
      sum.add(coefficientBytes(size: size, image: image) ?? .max)
    }
    guard let bytes = sum.total else { return nil }
    let whole = image.isProgressive || image.isMultiScan
    return DecodeStep(
      shrink > 1 ? .scaled : .full, by: .vips, format: .jpeg, size: size, shrink: shrink,
      plannedBytes: bytes,
      reason: whole
        ? "libjpeg holds the coefficients of the whole picture, since it has several scans"
        : "libjpeg decodes row by row at 1/\(shrink)")
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
