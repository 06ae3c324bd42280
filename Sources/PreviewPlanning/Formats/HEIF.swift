internal import MediaTypes

/// HEIF and AVIF: items one at a time by FFmpeg; where that fails, libheif, which holds the planes
/// and an interleaved copy of the whole picture.
enum HEIF: FormatPlanning {
  static let formats: [MediaFormat] = [.heic, .heif, .heicSequence, .heifSequence, .avif]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    let thumbnails = thumbnailSteps(for: request)
    let items = [itemStep(for: request, preview: nil)].compactMap(\.self) + bandSteps(for: request)
    let library = libraryStep(for: request).map { [$0] } ?? []
    return thumbnails + items + library
  }

  /// The item tree, the decoder's context, and what the system adds.
  private static let fixedBytes: UInt64 = 1280 << 10

  /// The stored thumbnails that are as good as the picture.
  private static func thumbnailSteps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.facts.displaySize ?? request.size,
      request.options.embedded != .never
    else { return [] }
    return request.facts.previews
      .filter { $0.role == .heifThumbnail && $0.itemID != nil }
      .filter { preview in
        guard let own = preview.size, own.longerSide >= min(request.wantedSide, size.longerSide)
        else { return false }
        return EmbeddedShape.isSame(own, as: size) || EmbeddedShape.isSame(own.transposed, as: size)
      }
      .sorted { ($0.size?.longerSide ?? 0) < ($1.size?.longerSide ?? 0) }
      .compactMap { itemStep(for: request, preview: $0) }
  }

  /// An image that is not divided, reduced while it decodes; first to as much as items are
  /// averaged to, then, for little memory, to what leaves the final filter twice what is wanted.
  private static func bandSteps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let raster = HEIFCost.rasterSize(of: size, wantedSide: request.wantedSide)
    let good = Double(size.longerSide) / (1.5 * Double(raster.longerSide))
    let enough = Double(size.longerSide) / (2 * Double(max(1, request.wantedSide)))
    let reductions = [good, enough].map { most in [8, 4, 2, 1].first { Double($0) <= most } ?? 1 }
    return Set(reductions).sorted().filter { $0 > 1 }.compactMap {
      itemStep(for: request, preview: nil, bandReduction: $0)
    }
  }

  /// Items by HEVC or AV1: one coded image, and the reduced picture.
  private static func itemStep(
    for request: PlanRequest, preview: EmbeddedPreview?, bandReduction: Int = 1
  ) -> DecodeStep? {
    let image = request.facts.image
    let assumed = PixelSize(width: 1920, height: 1088)
    let picture = preview?.size ?? request.size ?? assumed
    let coded = preview == nil ? image.tileSize ?? picture : picture
    let isAV1 = request.format == .avif
    let codec = isAV1 ? "av1" : "hevc"
    let cost = VideoCost(
      codec: codec, bitDepth: image.bitDepth, chromaSubsampling: image.chromaSubsampling)
    guard picture.isValid,
      let decoding = cost.peakBytes(
        size: isAV1 ? blocks(of: coded) : coded, duration: nil, frameRate: nil,
        bandReduction: bandReduction, fileByteCount: request.facts.byteCount)
    else { return nil }
    var sum = ByteSum(fixedBytes)
    FinishCost.add(to: &sum, for: request)
    sum.add(decoding)
    // The raster, of 16 bits where light is to be mapped, and what the finisher makes of it.
    let raster = HEIFCost.rasterSize(of: picture, wantedSide: request.wantedSide)
    let channels: UInt64 = image.hasAlpha ? 4 : 3
    let sampleBytes: UInt64 = request.facts.colour.isHDR ? 2 : 1
    sum.add(channels * sampleBytes + 4, perPixelOf: raster)
    sum.add(UInt64(picture.width), 64)
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      preview == nil ? .lowMemory : .embedded, by: .heifItems, format: request.format,
      preview: preview, size: picture, shrink: bandReduction, plannedBytes: bytes,
      reason: bandReduction > 1
        ? "a coded image of \(coded), reduced while it decodes"
        : preview == nil
          ? "coded images of \(coded) one at a time" : "a stored thumbnail of \(picture)")
  }

  /// The size of a frame of AV1 in memory: whole blocks of 128 pixels, and some room beside them.
  private static func blocks(of coded: PixelSize) -> PixelSize {
    func padded(_ side: Int) -> Int { min(side, 1 << 32) / 128 * 128 + 256 }
    return PixelSize(width: padded(coded.width), height: padded(coded.height))
  }

  private static func libraryStep(for request: PlanRequest) -> DecodeStep? {
    guard let size = request.size, size.isValid else { return nil }
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
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .full, by: .vips, format: request.format, size: size, plannedBytes: bytes,
      reason: "libheif holds the planes and an interleaved copy of the whole picture")
  }
}
