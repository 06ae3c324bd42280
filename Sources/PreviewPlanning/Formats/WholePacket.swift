internal import MediaTypes

/// Formats of which FFmpeg decodes the whole file as one packet.
///
/// It is also the second try for those that libvips loads: its decoders read some files that the
/// libraries behind libvips refuse.
enum WholePacket: FormatPlanning {
  static let formats: [MediaFormat] = [
    .ico, .cur, .qoi, .exr, .dds, .tga, .pcx, .sgi, .sunRaster, .xbm, .xpm, .dpx, .jls,
    .msp, .fits, .xwd,
  ]

  /// Formats whose indices become colours of four bytes while they are decoded; all others give
  /// one byte a pixel and a palette.
  ///
  /// Source: FFmpeg, `pix_fmt` in `gifdec.c`, `xpmdec.c`, `dds.c` and `webp.c`.
  private static let looksColoursUp: Set<MediaFormat> = [.gif, .xpm, .dds, .webp]

  /// Whether a FITS file has a third axis of which nothing says that it is colours.
  private static func isStack(_ request: PlanRequest) -> Bool {
    let image = request.facts.image
    return request.format == .fits && image.isPlanar && image.colourModel == .grey
  }

  static func refusal(of request: PlanRequest) -> ThumbnailError? {
    guard isStack(request) else { return nil }
    return ThumbnailError(
      .unsupported,
      "has a third axis, of \(request.facts.image.channels ?? 1), that it does not say to be colours;"
        + " convert it to a picture of two axes")
  }

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid, !isStack(request) else { return [] }
    let image = request.facts.image
    // OpenEXR's short floating point is decoded to the long one.
    let bits = request.format == .exr ? 32 : image.bitDepth ?? 8
    let sampleBytes = UInt64(max(1, (bits + 7) / 8))
    let keepsIndices = image.colourModel == .palette && !looksColoursUp.contains(request.format)
    let channels = UInt64(max(keepsIndices ? 1 : 4, image.channels ?? 4))
    var sum = ByteSum(512 << 10)
    // The wavelet's coefficients are floating point, one each for every sample, and then some.
    if request.format == .jp2 || request.format == .j2k { sum.add(36, perPixelOf: size) }
    FinishCost.add(to: &sum, for: request)
    sum.add(request.byteCount)
    sum.add(channels * sampleBytes, perPixelOf: size)
    // Light in floating point, twice, and its copies in 8 bits.
    if request.format == .exr {
      sum.add(
        2 * 16 + 8, perPixelOf: PNGScale.reducedSize(of: size, wantedSide: request.wantedSide))
    }
    // The scaler holds some rows in 16 bits.
    sum.add(UInt64(size.width), 200)
    guard let bytes = sum.total else { return [] }
    return [
      DecodeStep(
        .full, by: .ffmpegStill, format: request.format, size: size, plannedBytes: bytes,
        reason: "FFmpeg decodes the file as one packet into one frame")
    ]
  }
}
