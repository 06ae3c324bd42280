internal import MediaTypes

/// TIFF: strip by strip or tile by tile; the largest of them is held.
enum TIFF: FormatPlanning {
  static let formats: [MediaFormat] = [.tiff]

  private static func feed(of image: ImageFacts) -> PipelineCost.Feed {
    image.tileSize.map { .tiles(height: $0.height) } ?? .rows
  }

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let image = request.facts.image
    let samples = max(1, image.channels ?? 4)
    let sampleBytes = max(1, ((image.bitDepth ?? 8) + 7) / 8)
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: samples, sampleBytes: sampleBytes,
      hasAlpha: image.hasAlpha, feed: feed(of: image), request: request)
    let pixelBytes = UInt64(samples * sampleBytes)
    if let tile = image.tileSize, tile.isValid {
      // One tile as read and as decoded.
      sum.add(3 * pixelBytes, perPixelOf: tile)
    } else {
      // libvips reads long strips by scanline, unless planes or chroma forbid it.
      let rows = min(size.height, image.rowsPerStrip ?? size.height)
      let isWholeStrip = image.isPlanar || image.colourModel == .yCbCr || rows <= 128
      sum.add(
        3 * pixelBytes, UInt64(size.width), UInt64(isWholeStrip ? rows : min(rows, 128)))
      // libtiff takes a packed strip into memory before it unpacks the first row.
      if image.compression != "none" {
        sum.add(request.byteCount / UInt64(max(1, (size.height + rows - 1) / max(1, rows))))
      }
    }
    guard let bytes = sum.total else { return [] }
    var steps = EmbeddedPlanning.steps(for: request)
    steps.append(
      DecodeStep(
        .full, by: .vips, format: .tiff, size: size, plannedBytes: bytes,
        reason: "libtiff decodes one strip or one row of tiles at a time"))
    return steps + WholePacket.steps(for: request)
  }
}
