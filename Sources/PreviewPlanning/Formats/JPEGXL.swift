internal import MediaTypes

/// JPEG XL: libjxl gives groups of pixels one after the other where the frame lets itself be divided,
/// and keeps their edges as far as smoothing needs them; else it holds the whole picture in floating
/// point.
enum JPEGXL: FormatPlanning {
  static let formats: [MediaFormat] = [.jxl]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    return [groupStep(for: request, size: size), wholeStep(for: request, size: size)]
      .compactMap(\.self)
  }

  /// What the library takes for groups, measured over pictures of 3 to 48 megapixels.
  private struct GroupCost {
    /// Tables and buffers.
    var fixedBytes: UInt64 = 3 << 20
    /// Bytes a pixel of the group that is worked on.
    var groupBytesPerPixel: UInt64 = 40
    /// Hundredths of a byte a pixel of the picture, for the edges of groups.
    var centibytes: UInt64

    /// By the passes of smoothing, of which each needs more of what lies beside a group.
    private static let smoothing: [UInt64] = [60, 290, 315, 390, 680]

    init(of image: ImageFacts) {
      if image.isLossless {
        // Nothing is smoothed.
        (fixedBytes, groupBytesPerPixel, centibytes) = (1536 << 10, 28, 4)
      } else if image.chromaSubsampling.map({ ($0.area ?? 1) > 1 }) == true {
        // Chroma is enlarged with what lies beside.
        centibytes = 130
      } else {
        centibytes = Self.smoothing[min(max(0, image.smoothingPasses ?? 4), 4)]
      }
    }
  }

  /// The most bytes that may be asked for and not touched; some systems do not give more.
  private static let untouchedLimit: UInt64 = 2 << 30

  private static func groupStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    guard let group = image.tileSize, let area = size.area else { return nil }
    let cost = GroupCost(of: image)
    // The library sets samples of 32 bits aside for a whole lossless picture before it sees that
    // it needs none of them.
    var untouched = ByteSum()
    if image.isLossless { untouched.add(16, perPixelOf: size) }
    let raster = HEIFCost.rasterSize(of: size, wantedSide: request.wantedSide)
    let channels: UInt64 = (image.colourModel == .grey ? 1 : 3) + (image.hasAlpha ? 1 : 0)
    var sum = ByteSum(cost.fixedBytes)
    FinishCost.add(to: &sum, for: request)
    sum.add(cost.groupBytesPerPixel, perPixelOf: group)
    sum.add(UInt64(area / 100 + 1), cost.centibytes)
    // The raster of 16 bits, what the finisher makes of it, and tables of columns and rows.
    sum.add(2 * channels + 4, perPixelOf: raster)
    sum.add(UInt64(raster.longerSide), 64)
    guard let bytes = sum.total, let untouchedBytes = untouched.total,
      untouchedBytes <= untouchedLimit
    else { return nil }
    var step = DecodeStep(
      .lowMemory, by: .jxlGroups, format: request.format, size: size, plannedBytes: bytes,
      reason: "groups of \(group) pixels one after the other")
    step.untouchedBytes = untouchedBytes
    return step
  }

  private static func wholeStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
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
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
      reason: "libjxl holds the whole picture")
  }
}
