internal import MediaTypes

/// Photoshop documents: a stored thumbnail, our reader of the composite, FFmpeg.
enum PSD: FormatPlanning {
  static let formats: [MediaFormat] = [.psd]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let rows = lowMemoryStep(for: request, size: size).map { [$0] } ?? []
    return EmbeddedPlanning.steps(for: request) + rows + WholePacket.steps(for: request)
  }

  /// Objects, the palette, and pieces of tables: see `ReducedPSD.workingByteCount`.
  private static let fixedBytes: UInt64 = 384 << 10
  /// An embedded profile is held as long as the picture is.
  private static let profileBytes: UInt64 = 4 << 20

  /// A row of a channel, the lengths of packed rows, and what the rows are averaged to.
  private static func lowMemoryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    let channels = UInt64(min(max(image.channels ?? 4, 3), 5))
    let sampleBytes: UInt64 = (image.bitDepth ?? 16) > 8 ? 2 : 1
    let storedBytes = UInt64(max(1, ((image.bitDepth ?? 16) + 7) / 8))
    let reduced = PNGScale.reducedSize(of: size, wantedSide: request.wantedSide)
    var sum = ByteSum(fixedBytes)
    FinishCost.add(to: &sum, for: request)
    // Floating-point samples of Lab, or the averages with a plane of them beside and copies while
    // they are finished.
    let averages = image.colourModel == .lab ? 20 : channels * sampleBytes + 3 * sampleBytes + 8
    sum.add(averages, perPixelOf: reduced)
    sum.add(UInt64(size.width), 3 * storedBytes + 3 * sampleBytes + 18)
    sum.add(UInt64(size.height), 4 * channels)
    sum.add(UInt64(reduced.width), 64)
    if request.facts.colour.hasICCProfile { sum.add(profileBytes) }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .lowMemory, by: .psdRows, format: .psd, size: size, plannedBytes: bytes,
      reason: "rows of one channel after the other are averaged to \(reduced) as they come")
  }
}
