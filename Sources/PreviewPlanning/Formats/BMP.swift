internal import MediaTypes

/// Bitmaps of Windows and OS/2: our reader, which averages rows as they come; FFmpeg.
///
/// A JPEG or PNG that a bitmap is wrapped around is the picture itself.
enum BMP: FormatPlanning {
  static let formats: [MediaFormat] = [.bmp]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    let wrapped = EmbeddedPlanning.allSteps(for: request, source: .full)
    guard wrapped.isEmpty else { return wrapped }
    guard let size = request.size, size.isValid else { return [] }
    return (rowStep(for: request, size: size).map { [$0] } ?? [])
      + WholePacket.steps(for: request)
  }

  /// A piece of the file, and tables.
  private static let fixedBytes: UInt64 = 192 << 10
  /// An embedded profile is held as long as the picture is.
  private static let profileBytes: UInt64 = 4 << 20

  private static func rowStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let reduced = PNGScale.reducedSize(of: size, wantedSide: request.wantedSide)
    // Whether there is alpha shows only where its pixels are looked at.
    let channels: UInt64 = 4
    var sum = ByteSum(fixedBytes)
    FinishCost.add(to: &sum, for: request)
    // The averages, and a copy in sRGB and one upright while they are finished.
    sum.add(3 * channels, perPixelOf: reduced)
    // A row as stored, one in whole samples, and sums of one.
    sum.add(UInt64(size.width), 4 + 4 + 6 * channels)
    sum.add(UInt64(reduced.width), 64)
    if request.facts.colour.hasICCProfile { sum.add(profileBytes) }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .lowMemory, by: .bmpRows, format: request.format, size: size, plannedBytes: bytes,
      reason: "rows are averaged to \(reduced) as they come")
  }
}
