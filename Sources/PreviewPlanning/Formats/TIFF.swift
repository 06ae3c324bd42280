internal import MediaTypes

/// TIFF: libtiff by libvips, which holds the largest strip or a row of tiles; our reader, which
/// unpacks piece by piece, for pictures where that is dear or whose samples libvips takes for others.
enum TIFF: FormatPlanning {
  static let formats: [MediaFormat] = [.tiff]

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    guard let size = request.size, size.isValid else { return [] }
    let isCommon = areSamplesCommon(request.facts.image)
    let library = isCommon ? libraryStep(for: request, size: size) : nil
    let rows =
      isReadHere(request.facts.image)
      ? rowStep(for: request, size: size) : coefficientStep(for: request, size: size)
    let isDear = library.map { $0.plannedBytes > libraryLimit } ?? true
    let both = (isDear ? [rows, library] : [library, rows]).compactMap { $0 }
    guard !both.isEmpty else { return [] }
    return EmbeddedPlanning.steps(for: request) + both
      + (isCommon ? WholePacket.steps(for: request) : [])
  }

  static func refusal(of request: PlanRequest) -> ThumbnailError? {
    let image = request.facts.image
    guard request.size?.isValid == true, !areSamplesCommon(image) else { return nil }
    let kind = image.sampleFormat.map { "\($0.rawValue) " } ?? ""
    let colour = image.colourModel.map { "\($0.rawValue) " } ?? ""
    let packing = image.compression.flatMap { $0 == "none" ? nil : ", packed by \($0)" } ?? ""
    return ThumbnailError(
      .unsupported,
      "has \(colour)samples of \(image.bitDepth ?? 1) \(kind)bits\(packing), which cannot be read here;"
        + " convert it to 8 or 16 bits a sample")
  }

  /// Whether libvips and FFmpeg take the samples for what they are.
  ///
  /// libvips shows floating point, signed and 32-bit numbers as if they went to 255, knows no depth
  /// between the powers of two, and takes luma and chroma for red, green and blue unless they are JPEG.
  private static func areSamplesCommon(_ image: ImageFacts) -> Bool {
    // Light that libtiff itself makes numbers of.
    if image.compression == "sgilog" { return true }
    // The differences of Lab have a sign by themselves.
    let isLab = image.colourModel == .lab && image.sampleFormat == .signed
    guard isLab || image.sampleFormat ?? .unsigned == .unsigned else { return false }
    if image.colourModel == .yCbCr, Self.ownPackings.contains(image.compression) { return false }
    switch image.bitDepth ?? 1 {
    case 8, 16: return true
    case 1, 2, 4: return image.channels ?? 1 == 1
    default: return false
    }
  }

  private static let ownPackings: Set<String?> = ["none", "lzw", "deflate", "packbits"]

  /// Above this our reader comes first, in bytes.
  private static let libraryLimit: UInt64 = 8 << 20

  private static func libraryStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    let samples = max(1, image.channels ?? 4)
    let sampleBytes = max(1, ((image.bitDepth ?? 8) + 7) / 8)
    var sum = ByteSum()
    FinishCost.add(to: &sum, for: request)
    PipelineCost.add(
      to: &sum, loaded: size, samples: samples, sampleBytes: sampleBytes,
      hasAlpha: image.hasAlpha,
      feed: image.tileSize.map { .tiles(height: $0.height) } ?? .rows, request: request)
    let pixelBytes = UInt64(samples * sampleBytes)
    if let tile = image.tileSize, tile.isValid {
      // One tile as read and as decoded, and rows more than of pictures that come row by row.
      sum.add(3 * pixelBytes, perPixelOf: tile)
      sum.add(pixelBytes, UInt64(size.width), min(64, UInt64(size.height)))
    } else {
      // libvips reads long strips by scanline, unless planes or chroma forbid it.
      let rows = min(size.height, image.rowsPerStrip ?? size.height)
      let isWholeStrip = image.isPlanar || image.colourModel == .yCbCr || rows <= 128
      sum.add(
        2 * pixelBytes, UInt64(size.width), UInt64(isWholeStrip ? rows : min(rows, 128)))
      // libtiff takes a packed strip into memory before it unpacks the first row.
      if image.compression != "none" {
        sum.add(request.byteCount / UInt64(max(1, (size.height + rows - 1) / max(1, rows))))
      }
    }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .full, by: .vips, format: .tiff, size: size, plannedBytes: bytes,
      reason: "libtiff decodes one strip or one row of tiles at a time")
  }

  /// Our decoder of JPEG, where the only strip is one: libvips would hold all of it in pixels.
  private static func coefficientStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    guard image.compression == "jpeg", image.bitDepth == 8, !image.isPlanar, image.tileSize == nil,
      image.rowsPerStrip ?? size.height >= size.height,
      image.colourModel == .yCbCr || image.colourModel == .grey,
      let scale = JPEGScale(size: size, wantedSide: request.wantedSide)
    else { return nil }
    var step = JPEG.coefficientStep(for: request, size: size, scale: scale)
    if request.facts.colour.hasICCProfile { step?.plannedBytes += profileBytes }
    return step
  }

  /// Whether our reader knows the coding, as far as the facts tell.
  private static func isReadHere(_ image: ImageFacts) -> Bool {
    guard ownPackings.contains(image.compression) else { return false }
    let depth = image.bitDepth ?? 1
    let isRead =
      switch image.sampleFormat ?? .unsigned {
      case .unsigned: (1...16).contains(depth) || depth == 32 || depth == 64
      case .float: [16, 32, 64].contains(depth)
      case .signed: [8, 16, 32, 64].contains(depth)
      case .complex: false
      }
    switch image.colourModel {
    case .grey, .rgb, .cmyk: return isRead
    case .palette: return isRead && [1, 2, 4, 8].contains(depth)
    case .yCbCr: return isRead && depth == 8 && image.channels == 3
    default: return false
    }
  }

  /// Tables of the unpacker, pieces of the file and of rows: see `ReducedTIFF.workingByteCount`.
  private static let fixedBytes: UInt64 = 512 << 10
  /// Rows in floating point.
  private static let alphaBytes: UInt64 = 768 << 10
  /// What planes take each, besides rows.
  private static let planeBytes: UInt64 = 352 << 10
  /// An embedded profile is held as long as the picture is.
  private static let profileBytes: UInt64 = 4 << 20

  /// Our reader: a few rows or a row of tiles, and what the rows are averaged to.
  private static func rowStep(for request: PlanRequest, size: PixelSize) -> DecodeStep? {
    let image = request.facts.image
    let stored = UInt64(max(1, image.channels ?? 4))
    let channels = image.colourModel == .palette ? 3 : min(stored, 4)
    let depth = image.bitDepth ?? 16
    // What is read, and what it becomes: 16 bits, unless it is 8 or less of one sample.
    let storedBytes = UInt64(max(1, (depth + 7) / 8))
    let sampleBytes: UInt64 = depth == 8 || stored == 1 && [1, 2, 4].contains(depth) ? 1 : 2
    let reduced = PNGScale.reducedSize(of: size, wantedSide: request.wantedSide)
    var sum = ByteSum(fixedBytes)
    FinishCost.add(to: &sum, for: request)
    // The averages, and while they are finished a copy in sRGB of 8 bits, and one upright.
    let isInk = image.colourModel == .cmyk
    let isConverted = sampleBytes > 1 || isInk || request.facts.colour.hasICCProfile
    // A sample behind those of colour is taken for alpha, which the final filter multiplies with.
    let hasAlpha = channels == 2 || channels == 4 && !isInk
    let copies: UInt64 =
      (isConverted ? 1 : 0) + (hasAlpha ? 1 : 0) + (request.facts.orientation == .up ? 0 : 1)
    sum.add(channels * (sampleBytes + copies), perPixelOf: reduced)
    if hasAlpha { sum.add(alphaBytes) }
    // Rows as stored, in whole samples, and sums of one.
    let lines = UInt64(image.colourModel == .yCbCr ? image.chromaSubsampling?.height ?? 1 : 1)
    let rowBytes =
      3 * stored * max(storedBytes, sampleBytes) * lines + channels * (sampleBytes + 6)
    sum.add(UInt64(size.width), rowBytes)
    sum.add(UInt64(reduced.width), 64)
    if image.isPlanar { sum.add(planeBytes, channels) }
    if let tile = image.tileSize, tile.isValid {
      // The last tile of a row may be wider than what is left of the picture.
      sum.add(UInt64(size.width) + UInt64(tile.width), UInt64(tile.height), stored * storedBytes)
    }
    if request.facts.colour.hasICCProfile { sum.add(profileBytes) }
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .lowMemory, by: .tiffRows, format: .tiff, size: size, plannedBytes: bytes,
      reason: "rows are averaged to \(reduced) as they are unpacked")
  }
}
