import MediaTypes
import PreviewPlanning
import Testing

@Suite("Planner")
struct PlannerTests {
  private let planner = Planner(capacity: 64 << 20)

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let facts: MediaFacts
    var size = 256
    let source: PreviewSource?
    var code: ThumbnailError.Code?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a photo is decoded from few coefficients", facts: .jpeg(4000, 3000),
      source: .lowMemory),
    Case(name: "a small JPEG is decoded whole", facts: .jpeg(300, 200), source: .full),
    Case(name: "a PNG is read row by row", facts: .png(6000, 4000), source: .lowMemory),
    Case(
      name: "an interlaced PNG of any size is averaged as its passes come",
      facts: .png(12_000, 9000) { $0.image.isInterlaced = true }, source: .lowMemory),
    Case(
      name: "a HEIF that is not divided is reduced while it decodes, where it does not fit whole",
      facts: MediaFacts(format: .heic) {
        $0.size = PixelSize(width: 6000, height: 4000)
        $0.image.bitDepth = 10
        $0.image.chromaSubsampling = PixelSize(width: 2, height: 2)
        $0.byteCount = 2 << 20
      }, source: .lowMemory),
    Case(
      name: "an AVIF that is not divided is reduced while it decodes, too",
      facts: MediaFacts(format: .avif) {
        $0.size = PixelSize(width: 8000, height: 6000)
        $0.image.bitDepth = 10
        $0.image.chromaSubsampling = PixelSize(width: 1, height: 1)
        $0.byteCount = 2 << 20
      }, source: .lowMemory),
    Case(
      name: "a lossless JPEG XL of groups passes group by group",
      facts: MediaFacts(format: .jxl) {
        $0.size = PixelSize(width: 12_000, height: 9000)
        $0.image.tileSize = PixelSize(width: 256, height: 256)
        $0.image.isLossless = true
        $0.byteCount = 200 << 20
      }, size: 1024, source: .lowMemory),
    Case(
      name: "one of blocks keeps the edges of its groups",
      facts: MediaFacts(format: .jxl) {
        $0.size = PixelSize(width: 4000, height: 3000)
        $0.image.tileSize = PixelSize(width: 256, height: 256)
        $0.image.smoothingPasses = 2
      }, source: .lowMemory),
    Case(
      name: "a JPEG XL that has to be held whole is refused where it does not fit",
      facts: MediaFacts(format: .jxl) { $0.size = PixelSize(width: 4000, height: 3000) },
      source: nil, code: .overBudget),
    Case(
      name: "JPEG 2000 of many pixels is read at a lower level",
      facts: MediaFacts(format: .jp2) {
        $0.size = PixelSize(width: 12_000, height: 9000)
        $0.image.halvings = 6
        $0.byteCount = 2 << 20
      }, source: .scaled),
    Case(
      name: "a lossless WebP of any size passes through a window",
      facts: MediaFacts(format: .webp) {
        $0.size = PixelSize(width: 16_383, height: 16_383)
        $0.image.isLossless = true
        $0.byteCount = 200 << 20
      }, source: .lowMemory),
    Case(
      name: "an 8K frame of HEVC is reduced while it decodes",
      facts: MediaFacts(format: .mp4) {
        $0.size = PixelSize(width: 7680, height: 4320)
        $0.tracks.videoCodec = "hevc"
        $0.tracks.bitDepth = 10
        $0.byteCount = 100 << 20
      }, source: .frame),
    Case(
      name: "a picture that must be held whole beyond the budget is refused",
      facts: MediaFacts(format: .qoi) { $0.size = PixelSize(width: 12_000, height: 9000) },
      source: nil, code: .overBudget),
    Case(
      name: "a bitmap of any size is averaged as its rows come",
      facts: MediaFacts(format: .bmp) { $0.size = PixelSize(width: 12_000, height: 9000) },
      source: .lowMemory),
    Case(name: "a small TIFF is libtiff's", facts: .tiff(800, 600), source: .full),
    Case(
      name: "a TIFF of any size in one packed strip is averaged as it is unpacked",
      facts: .tiff(25_000, 20_000) { $0.image.rowsPerStrip = 20_000 }, source: .lowMemory),
    Case(
      name: "a TIFF of any size in many strips is averaged as they are unpacked",
      facts: .tiff(25_000, 20_000) { $0.image.rowsPerStrip = 16 }, source: .lowMemory),
    Case(
      name: "of a large TIFF in tiles a row of them is held",
      facts: .tiff(25_000, 20_000) { $0.image.tileSize = PixelSize(width: 256, height: 256) },
      source: .lowMemory),
    Case(
      name: "JPEG in the only strip of a TIFF is decoded from few coefficients",
      facts: .tiff(6000, 4000) {
        $0.image.compression = "jpeg"
        $0.image.colourModel = .yCbCr
      }, source: .lowMemory),
    Case(
      name: "a TIFF of JPEG in strips is libtiff's",
      facts: .tiff(6000, 4000) {
        $0.image.compression = "jpeg"
        $0.image.colourModel = .yCbCr
        $0.image.rowsPerStrip = 16
      }, source: .full),
    Case(
      name: "FITS of planes that are not said to be colours is not decoded",
      facts: .other(.fits, 640, 400) {
        $0.image.channels = 3
        $0.image.isPlanar = true
        $0.image.colourModel = .grey
      }, source: nil, code: .unsupported),
    Case(
      name: "FITS of planes that are colours is",
      facts: .other(.fits, 640, 400) {
        $0.image.channels = 3
        $0.image.isPlanar = true
        $0.image.colourModel = .rgb
      }, source: .full),
    Case(
      name: "a stream that cannot hold its pixels is refused",
      facts: .png(16_384, 16_384) { $0.byteCount = 65 }, source: nil, code: .overLimit),
    Case(
      name: "an area beyond 2^32 is refused", facts: .jpeg(65_535, 70_000), source: nil,
      code: .overLimit),
    Case(
      name: "a few thousand bytes do not hold four gigapixels of JPEG",
      facts: .jpeg(64_250, 64_250) { $0.byteCount = 5000 }, source: nil, code: .overLimit),
    Case(
      name: "a few thousand bytes do not hold four gigapixels that are not packed",
      facts: .other(.dpx, 60_000, 60_000) { $0.byteCount = 32_000 }, source: nil,
      code: .overLimit),
    Case(
      name: "a few thousand bytes do not hold four gigapixels in runs",
      facts: .other(.tga, 60_000, 60_000) { $0.byteCount = 32_000 }, source: nil,
      code: .overLimit),
    Case(
      name: "the first sixteenth of a picture that is not packed is no lie",
      facts: .other(.dpx, 1000, 1000) { $0.byteCount = 4_000_000 / 16 }, source: .full),
    Case(
      name: "a height of zero is corrupt", facts: .jpeg(100, 0), source: nil, code: .corrupt),
    Case(
      name: "text is not media", facts: MediaFacts(format: .text), source: nil, code: .notMedia),
    Case(
      name: "sound asks for a cover", facts: MediaFacts(format: .mp3), source: .cover),
    Case(
      name: "a video gives a frame",
      facts: MediaFacts(format: .mp4) { $0.size = PixelSize(width: 1920, height: 1080) },
      source: .frame),
    Case(
      name: "raw without a preview has nothing to show",
      facts: MediaFacts(format: .nef) { $0.size = PixelSize(width: 6000, height: 4000) },
      source: nil, code: .noPreview),
    Case(
      name: "a picture without a size is corrupt", facts: MediaFacts(format: .png), source: nil,
      code: .corrupt),
  ]

  @Test("Facts decide the way", arguments: cases)
  func way(_ example: Case) {
    do throws(ThumbnailError) {
      let plan = try planner.plan(
        for: example.facts, options: ThumbnailOptions(sizes: [example.size]))
      #expect(plan.firstSource == example.source)
      #expect(plan.plannedBytes <= planner.capacity)
      #expect(example.code == nil)
    } catch {
      #expect(error.code == example.code, "\(error)")
    }
  }

  @Test("The budget decides to the byte")
  func exact() throws {
    let facts = MediaFacts(format: .psd) { $0.size = PixelSize(width: 4000, height: 3000) }
    let needed = try planner.plan(for: facts, options: ThumbnailOptions()).plannedBytes
    #expect(throws: Never.self) {
      try Planner(capacity: needed).plan(for: facts, options: ThumbnailOptions())
    }
    #expect(throws: ThumbnailError.self) {
      try Planner(capacity: needed - 1).plan(for: facts, options: ThumbnailOptions())
    }
  }

  @Test(
    "GIF of many megapixels is planned by what its decoders hold",
    arguments: [
      (3000, 2000, DecodeStep.Decoder.vips), (4032, 3024, .ffmpegStill),
      (5000, 3750, .ffmpegStill),
    ])
  func gif(width: Int, height: Int, decoder: DecodeStep.Decoder) throws {
    let facts = MediaFacts.other(.gif, width, height) {
      $0.image.colourModel = .palette
      $0.image.channels = 1
      $0.image.bitDepth = 8
      $0.byteCount = 4 << 20
    }
    let plan = try Planner(capacity: 82 << 20).plan(for: facts, options: ThumbnailOptions())
    #expect(plan.steps.first?.decoder == decoder)
    // Either one has the whole canvas in four bytes a pixel, and the file.
    for step in plan.steps {
      #expect(step.plannedBytes >= UInt64(4 * width * height) + 4 << 20, "\(step.decoder)")
    }
  }

  @Test(
    "Indices cost a byte a pixel, unless they are looked up while they are decoded",
    arguments: [
      (MediaFormat.bmp, 1), (.tga, 1), (.pcx, 1), (.sunRaster, 1), (.xwd, 1), (.gif, 4), (.xpm, 4),
      (.dds, 4),
    ])
  func palettes(format: MediaFormat, bytesPerPixel: Int) throws {
    func planned(_ width: Int) throws -> UInt64 {
      let facts = MediaFacts.other(format, width, 1000) {
        $0.image.colourModel = .palette
        $0.image.channels = 1
        $0.image.bitDepth = 8
        $0.byteCount = 1 << 20
      }
      let plan = try Planner(capacity: .max).plan(
        for: facts, options: ThumbnailOptions(sizes: [16]))
      return try #require(plan.steps.first { $0.decoder == .ffmpegStill }).plannedBytes
    }
    // The rest of what is planned grows by less than a byte a pixel.
    let growth = try Double(planned(3000) - planned(1000)) / 2_000_000
    #expect(growth >= Double(bytesPerPixel) && growth < Double(bytesPerPixel) + 1)
  }

  @Test("Looking for detail is charged for its samples")
  func detail() throws {
    var options = ThumbnailOptions(sizes: [512])
    options.fit = .cover
    let facts = MediaFacts.png(4000, 2000)
    let middle = try planner.plan(for: facts, options: options).plannedBytes
    options.crop = .entropy
    let detail = try planner.plan(for: facts, options: options).plannedBytes
    #expect(detail >= middle + 4 * 1024 * 512)
  }

  @Test("A progressive JPEG is charged for its coefficients")
  func progressive() throws {
    let baseline = try Planner(capacity: .max).plan(
      for: .jpeg(12_000, 9000), options: ThumbnailOptions())
    let progressive = try Planner(capacity: .max).plan(
      for: .jpeg(12_000, 9000) { $0.image.isProgressive = true }, options: ThumbnailOptions())
    #expect(progressive.plannedBytes >= baseline.plannedBytes)
  }

  @Test("An embedded preview serves where it is large enough and of the same shape")
  func embedded() throws {
    let adequate = MediaFacts.jpeg(4000, 3000) { $0.previews = [.exif(320, 240)] }
    let small = MediaFacts.jpeg(4000, 3000) { $0.previews = [.exif(160, 120)] }
    let letterboxed = MediaFacts.jpeg(3000, 2000) { $0.previews = [.exif(320, 240)] }
    let options = ThumbnailOptions(sizes: [256])
    #expect(try planner.plan(for: adequate, options: options).firstSource == .embedded)
    #expect(try planner.plan(for: small, options: options).firstSource != .embedded)
    #expect(try planner.plan(for: letterboxed, options: options).firstSource != .embedded)
    var never = options
    never.embedded = .never
    #expect(try planner.plan(for: adequate, options: never).firstSource != .embedded)
    let smaller = ThumbnailOptions(sizes: [45])
    #expect(try planner.plan(for: small, options: smaller).firstSource == .embedded)
  }

  @Test(
    "A stored thumbnail has room for the way that would be taken were it a file of its own",
    arguments: [(160, 120), (320, 240), (1616, 1080)], [false, true])
  func previewBytes(size: (width: Int, height: Int), isProgressive: Bool) throws {
    let options = ThumbnailOptions(sizes: [min(120, size.height)])
    let own = try planner.plan(
      for: .jpeg(size.width, size.height) {
        $0.byteCount = 40_000
        $0.image.isProgressive = isProgressive
      }, options: options)
    let whole = MediaFacts.jpeg(size.width * 8, size.height * 8) {
      $0.previews = [
        EmbeddedPreview(
          role: .exifThumbnail, format: .jpeg, offset: 100, byteCount: 40_000,
          size: PixelSize(width: size.width, height: size.height))
      ]
    }
    let plan = try planner.plan(for: whole, options: options)
    #expect(plan.firstSource == .embedded)
    #expect(plan.plannedBytes >= own.plannedBytes)
  }

  @Test("A video whose frame does not fit says so, should it have no cover")
  func refusal() throws {
    let facts = MediaFacts(format: .mp4) { $0.size = PixelSize(width: 15_360, height: 8640) }
    let plan = try planner.plan(for: facts, options: ThumbnailOptions())
    #expect(plan.firstSource == .cover)
    #expect(plan.refusal?.code == .overBudget)
    let small = try planner.plan(
      for: MediaFacts(format: .mp4) { $0.size = PixelSize(width: 640, height: 360) },
      options: ThumbnailOptions())
    #expect(small.refusal == nil)
  }

  @Test("Covering a square asks for more pixels than fitting into it")
  func cover() throws {
    var options = ThumbnailOptions(sizes: [100])
    options.fit = .cover
    let plan = try planner.plan(for: .jpeg(4000, 1000), options: options)
    #expect(plan.wantedSide == 400)
  }

  @Test("No facts make the arithmetic trap")
  func extremes() {
    let sides = [0, 1, 255, 65_535, 1 << 24, 1 << 31, Int.max / 2, Int.max, -1, Int.min]
    for format in MediaFormat.shared {
      for width in sides {
        for height in [1, 1 << 20, Int.max] {
          var facts = MediaFacts(format: format)
          facts.size = PixelSize(width: width, height: height)
          facts.byteCount = .max
          facts.image.bitDepth = 64
          facts.image.channels = 255
          facts.image.isProgressive = true
          facts.image.isInterlaced = true
          facts.image.tileSize = facts.size
          _ = try? planner.plan(for: facts, options: ThumbnailOptions(sizes: [1024]))
        }
      }
    }
  }
}

extension MediaFormat {
  fileprivate static let text = MediaFormat(
    "test-text", mime: "text/plain", uniformType: "public.plain-text", kind: .document,
    fileExtensions: ["txt"])
}

extension MediaFacts {
  fileprivate init(format: MediaFormat, _ change: (inout MediaFacts) -> Void) {
    self.init(format: format)
    change(&self)
    if displaySize == nil { displaySize = size }
  }

  fileprivate static func jpeg(
    _ width: Int, _ height: Int, _ change: (inout MediaFacts) -> Void = { _ in }
  ) -> MediaFacts {
    MediaFacts(format: .jpeg) {
      $0.size = PixelSize(width: width, height: height)
      $0.byteCount = 5_000_000
      $0.image.channels = 3
      $0.image.bitDepth = 8
      change(&$0)
    }
  }

  fileprivate static func png(
    _ width: Int, _ height: Int, _ change: (inout MediaFacts) -> Void = { _ in }
  ) -> MediaFacts {
    MediaFacts(format: .png) {
      $0.size = PixelSize(width: width, height: height)
      $0.byteCount = 50_000_000
      $0.image.channels = 3
      $0.image.bitDepth = 8
      change(&$0)
    }
  }

  fileprivate static func other(
    _ format: MediaFormat, _ width: Int, _ height: Int,
    _ change: (inout MediaFacts) -> Void = { _ in }
  ) -> MediaFacts {
    var facts = MediaFacts(format: format)
    facts.size = PixelSize(width: width, height: height)
    change(&facts)
    return facts
  }

  fileprivate static func tiff(
    _ width: Int, _ height: Int, _ change: (inout MediaFacts) -> Void = { _ in }
  ) -> MediaFacts {
    MediaFacts(format: .tiff) {
      $0.size = PixelSize(width: width, height: height)
      $0.byteCount = UInt64(width * height)
      $0.image.channels = 3
      $0.image.bitDepth = 8
      $0.image.colourModel = .rgb
      $0.image.compression = "deflate"
      change(&$0)
    }
  }
}

extension EmbeddedPreview {
  fileprivate static func exif(_ width: Int, _ height: Int) -> EmbeddedPreview {
    EmbeddedPreview(
      role: .exifThumbnail, format: .jpeg, offset: 100, byteCount: 5000,
      size: PixelSize(width: width, height: height))
  }
}
