internal import MediaTypes

/// Arithmetic of costs in bytes that gives `nil` instead of overflowing.
struct ByteSum {
  private(set) var total: UInt64?

  init(_ start: UInt64 = 0) { total = start }

  /// Adds a product.
  mutating func add(_ factors: UInt64...) {
    guard let total else { return }
    var product: UInt64 = 1
    for factor in factors {
      let (next, overflows) = product.multipliedReportingOverflow(by: factor)
      guard !overflows else {
        self.total = nil
        return
      }
      product = next
    }
    let (sum, overflows) = total.addingReportingOverflow(product)
    self.total = overflows ? nil : sum
  }

  /// Adds bytes a pixel times the area of a size.
  mutating func add(_ bytesPerPixel: UInt64, perPixelOf size: PixelSize) {
    guard size.isValid else {
      total = nil
      return
    }
    add(bytesPerPixel, UInt64(size.width), UInt64(size.height))
  }
}

/// What the stages after decoding take, the same for every format.
///
/// Measured as growth of the peak of anonymous memory, at the first job of a worker, which also
/// pays for what libraries set up at their first use; see `Benchmarks/README.md`.
enum FinishCost {
  /// Bytes a pixel of the thumbnail: the raster (up to 4), its copy upright in sRGB (4), and what
  /// the encoder holds: libjpeg's coefficients (up to 6, while the raster is gone), rows of others.
  static let bytesPerPixel: UInt64 = 11
  /// An AVIF encoder holds its reference frames and search state.
  static let avifBytesPerPixel: UInt64 = 32
  /// Buffers, tables and threads of one job, whatever its size.
  static let fixedBytes: UInt64 = 1280 << 10
  static let avifFixedBytes: UInt64 = 5 << 20
  /// Turning a picture with alpha makes libvips hold rows of it in floating point.
  static let turnedAlphaBytes: UInt64 = 5 << 20
  /// Tables from four inks to three colours, and four channels where others have three.
  static let inkFixedBytes: UInt64 = 4608 << 10
  static let inkBytesPerPixel: UInt64 = 4
  /// The samples in which the part with the most detail is looked for.
  static let detailBytesPerPixel: UInt64 = 4
  /// Rows in L*a*b* and floating point of libvips' search for what draws the eye.
  static let attentionBytes: UInt64 = 3 << 20

  static func add(to sum: inout ByteSum, for request: PlanRequest) {
    let side = UInt64(max(1, request.wantedSide))
    let target = request.target
    let isAVIF = request.options.format == .avif
    let area = UInt64(target.width) * min(UInt64(target.height), side)
    sum.add(area, isAVIF ? avifBytesPerPixel : bytesPerPixel)
    sum.add(fixedBytes)
    if isAVIF { sum.add(avifFixedBytes) }
    let image = request.facts.image
    if image.hasAlpha, request.facts.orientation != .up {
      sum.add(turnedAlphaBytes / 256 * min(side, 256))
    }
    if image.colourModel == .cmyk || image.colourModel == .ycck {
      sum.add(inkFixedBytes)
      sum.add(area, inkBytesPerPixel)
    }
    guard request.options.fit == .cover else { return }
    switch request.options.crop {
    case .entropy: sum.add(area, detailBytesPerPixel)
    case .attention: sum.add(attentionBytes)
    case .center, .top: break
    }
  }
}

/// What a pipeline of libvips takes besides what its loader does.
enum PipelineCost {
  static let fixedBytes: UInt64 = 512 << 10
  static let fixedBytesWithAlpha: UInt64 = 1536 << 10

  /// What feeds the rows of a picture into the pipeline.
  enum Feed {
    /// Rows one after the other, kept for a while in case they are asked for again.
    case rows
    /// Tiles of a height, a row of which is kept.
    case tiles(height: Int)
  }

  /// Adds the rows that reduction holds, and the raster that is left to the finisher.
  ///
  /// libvips keeps rows of a picture that is read from top to bottom, in numbers that grow with
  /// what is wanted and hardly with anything else; alpha makes samples floating point on the way.
  /// The numbers were fitted to pictures of 300 to 6000 columns at sizes of 45, 256 and 1024.
  /// `loaded` is the picture as the loader gives it.
  static func add(
    to sum: inout ByteSum, loaded: PixelSize, samples: Int, sampleBytes: Int, hasAlpha: Bool,
    feed: Feed = .rows, request: PlanRequest
  ) {
    let target = loaded.fitted(withinSide: request.wantedSide)
    let box = BoxReduction(from: loaded, towards: target)
    let wanted = Double(min(max(1, request.wantedSide), 1 << 16)) / 256
    let pixelBytes = UInt64(max(1, samples) * max(1, sampleBytes))
    var rows: Double
    switch feed {
    case .rows: rows = 550 + 400 * min(1, wanted.squareRoot())
    case .tiles(let height): rows = Double(max(0, height)) + 560 * wanted.squareRoot()
    }
    if hasAlpha { rows = max(rows, min(2800, 600 + 1750 * wanted)) }
    // Twice the picture is held at most, four times while samples are floating point.
    rows = min(rows, Double(max(1, loaded.height)) * (hasAlpha ? 4 : 2))
    sum.add(UInt64(max(1, loaded.width)), UInt64(rows), pixelBytes)
    if box.isNeeded {
      let left = PixelSize(
        width: loaded.width / box.across + 1, height: loaded.height / box.down + 1)
      sum.add(pixelBytes + 2, perPixelOf: left)
    }
    sum.add(hasAlpha ? fixedBytesWithAlpha : fixedBytes)
  }
}
