import ByteSources
import MediaTypes

/// What a TIFF file says of its first picture, where our reader can read it.
///
/// Source: TIFF 6.0 § 3 to § 15, § 18 to § 21; Adobe Photoshop TIFF Technical Notes of 2002 for
/// deflate, and No. 3 of 2005 for floating point.
struct TIFFHeader: Sendable {
  /// What the samples of a pixel mean.
  enum Colour: Sendable, Hashable {
    case grey(isInverted: Bool)
    case rgb
    case palette
    case inks
    case lumaChroma

    /// Samples of colour as stored.
    var storedCount: Int {
      switch self {
      case .grey, .palette: 1
      case .rgb, .lumaChroma: 3
      case .inks: 4
      }
    }
  }

  /// What is stored of samples in place of their values.
  enum Prediction: Sendable, Hashable {
    case none
    /// Differences from the pixel at the left.
    case differences
    /// Differences of bytes, those of the same weight of a whole row together.
    case byteDifferences
  }

  /// How strips and tiles are packed.
  enum Packing: Sendable, Hashable {
    case none
    case lzw
    case deflate
    case runs
  }

  /// Width and height, in pixels.
  let size: PixelSize
  let colour: Colour
  /// Bits a sample as stored: 1 to 16, 32 or 64.
  let storedDepth: Int
  let isFloatingPoint: Bool
  /// Whether samples are whole numbers that may be negative.
  let isSigned: Bool
  /// Samples a pixel as stored.
  let sampleCount: Int
  /// Whether the sample behind those of colour is opacity.
  let hasAlpha: Bool
  /// Whether colours have been multiplied with it.
  let isPremultiplied: Bool
  let packing: Packing
  let prediction: Prediction
  /// Whether the lowest bit of a packed byte comes first.
  let isBitReversed: Bool
  let isLittleEndian: Bool
  let parts: TIFFParts
  /// What luma and chroma mean, where these are the colours.
  let lumaChroma: TIFFLumaChroma?
  /// Three bytes a colour: red, green, blue.
  let palette: [UInt8]
  /// The bytes of an ICC profile.
  let profile: Range<UInt64>?

  /// A side of more pixels is not read here, so that products of three stay whole numbers.
  private static let longestSide = 1 << 24

  /// Reads the first directory.
  ///
  /// - Throws: `corrupt` where it is no TIFF file or lacks what a picture needs, `unsupported` for
  ///   ways of colour or packing that are not read here, and what the source throws.
  init(_ source: any ByteSource) throws(ThumbnailError) {
    let directory = try TIFFDirectory(source)
    let fields = TIFFFields(directory, source)
    let (width, height) = (try fields[.width], try fields[.height])
    guard let width, let height, width > 0, height > 0 else {
      throw ThumbnailError(.corrupt, "its header gives no size in pixels")
    }
    let sampleCount = try fields[.samplesPerPixel] ?? 1
    guard width <= Self.longestSide, height <= Self.longestSide, (1...64).contains(sampleCount)
    else { throw Self.unsupported("sizes") }
    size = PixelSize(width: width, height: height)
    self.sampleCount = sampleCount
    isLittleEndian = directory.isLittleEndian
    (storedDepth, isFloatingPoint, isSigned) = try fields.sampleKind(sampleCount: sampleCount)
    let colour = try fields.colour()
    self.colour = colour
    let extra = sampleCount - colour.storedCount
    // What libvips takes for opacity: one sample behind the colours, whatever it is said to be.
    hasAlpha = extra > 0
    switch colour {
    case .grey: guard extra == 0 || extra == 1 else { throw Self.unsupported("samples") }
    case .rgb: guard extra >= 0 else { throw Self.unsupported("samples") }
    case .palette:
      guard extra == 0, [1, 2, 4, 8].contains(storedDepth) else {
        throw Self.unsupported("samples")
      }
    case .inks: guard extra == 0 else { throw Self.unsupported("samples") }
    case .lumaChroma:
      guard extra == 0, storedDepth == 8 else { throw Self.unsupported("samples") }
    }
    lumaChroma = colour == .lumaChroma ? try fields.lumaChroma() : nil
    let subsampling = lumaChroma?.subsampling ?? PixelSize(width: 1, height: 1)
    let kind = try fields[.extraSamples]
    isPremultiplied = extra > 0 && kind == 1
    packing = try fields.packing()
    prediction = try fields.prediction(
      packing: packing, bitDepth: storedDepth, isFloatingPoint: isFloatingPoint)
    guard prediction == .none || subsampling.area == 1 else { throw Self.unsupported("predictor") }
    isBitReversed = try fields[.fillOrder] == 2
    parts = try TIFFParts(
      directory, fields, size: size, sampleCount: sampleCount, bitDepth: storedDepth,
      subsampling: subsampling)
    palette = colour == .palette ? try fields.palette(bitDepth: storedDepth) : []
    profile = Self.profile(in: directory)
  }

  /// Where the ICC profile of a directory is; `nil` where there is none.
  static func profile(in directory: TIFFDirectory) -> Range<UInt64>? {
    guard let field = directory[.profile], field.width == 1 else { return nil }
    let (end, overflows) = field.place.addingReportingOverflow(field.count)
    return overflows ? nil : field.place..<end
  }

  /// The longest profile that is read, in bytes.
  private static let longestProfile: UInt64 = 4 << 20

  /// Reads a profile; `nil` where there is none, or it is longer than 4 MiB or cut off.
  static func profileBytes(
    at place: Range<UInt64>?, of source: any ByteSource
  ) throws(ThumbnailError) -> [UInt8]? {
    guard let place, place.upperBound - place.lowerBound <= longestProfile else { return nil }
    let bytes = try source.bytes(place.count, at: place.lowerBound)
    return bytes.count == place.count ? bytes : nil
  }

  static func unsupported(_ what: String) -> ThumbnailError {
    ThumbnailError(.unsupported, "has \(what) of a kind that is not read here")
  }

  /// Whether samples are made 16 bits wide as soon as they are read.
  var isWidened: Bool {
    switch storedDepth {
    case 8: isSigned
    case 16: isFloatingPoint || isSigned
    case 1, 2, 4: sampleCount > 1
    default: true
    }
  }

  /// Bits a sample once it is read: 1, 2, 4, 8 or 16.
  var bitDepth: Int { isWidened ? 16 : storedDepth }

  /// Channels of the output.
  var channelCount: Int {
    switch colour {
    case .grey: hasAlpha ? 2 : 1
    case .rgb: hasAlpha ? 4 : 3
    case .palette, .lumaChroma: 3
    case .inks: 4
    }
  }

  /// What pixels become.
  var form: PNGSamples.Form {
    let sampleByteCount = bitDepth == 16 ? 2 : 1
    return PNGSamples.Form(
      colourCount: channelCount - (hasAlpha ? 1 : 0), hasAlpha: hasAlpha,
      sampleByteCount: sampleByteCount)
  }
}

/// Single values of a directory, and what they mean.
struct TIFFFields {
  private let directory: TIFFDirectory
  private let source: any ByteSource

  init(_ directory: TIFFDirectory, _ source: any ByteSource) {
    self.directory = directory
    self.source = source
  }

  /// The first value of a field; `nil` where there is none, or it is larger than any that counts.
  subscript(tag: TIFFDirectory.Tag) -> Int? {
    get throws(ThumbnailError) {
      try directory.value(of: tag, in: source).map { Int(clamping: $0) }
    }
  }

  /// The first value of a field, however large.
  func value(of tag: TIFFDirectory.Tag) throws(ThumbnailError) -> UInt64? {
    try directory.value(of: tag, in: source)
  }

  /// Bits a sample, and whether it is floating point, or a whole number with a sign.
  func sampleKind(
    sampleCount: Int
  ) throws(ThumbnailError) -> (bitDepth: Int, isFloatingPoint: Bool, isSigned: Bool) {
    let bitDepth = try bitDepth(sampleCount: sampleCount)
    var formats: [UInt64] = []
    if let field = directory[.sampleFormat] {
      formats = try directory.values(of: field, from: 0, count: sampleCount, in: source)
    }
    let format = formats.first ?? 1
    guard formats.allSatisfy({ $0 == format }) else { throw TIFFHeader.unsupported("samples") }
    switch format {
    // Samples of no stated format are read as whole numbers by everybody.
    case 1, 4: return (bitDepth, false, false)
    case 2 where [8, 16, 32, 64].contains(bitDepth): return (bitDepth, false, true)
    case 3 where [16, 32, 64].contains(bitDepth): return (bitDepth, true, false)
    default: throw TIFFHeader.unsupported("samples")
    }
  }

  private func bitDepth(sampleCount: Int) throws(ThumbnailError) -> Int {
    guard let field = directory[.bitsPerSample] else { return 1 }
    let depths = try directory.values(of: field, from: 0, count: sampleCount, in: source)
    guard let first = depths.first, depths.allSatisfy({ $0 == first }),
      (1...16).contains(first) || first == 32 || first == 64
    else { throw TIFFHeader.unsupported("samples") }
    return Int(first)
  }

  func colour() throws(ThumbnailError) -> TIFFHeader.Colour {
    let inkSet = try self[.inkSet] ?? 1
    switch try self[.photometric] {
    case 0: return .grey(isInverted: true)
    case 1: return .grey(isInverted: false)
    case 2: return .rgb
    case 3: return .palette
    case 5 where inkSet == 1: return .inks
    case 6: return .lumaChroma
    default: throw TIFFHeader.unsupported("colours")
    }
  }

  func packing() throws(ThumbnailError) -> TIFFHeader.Packing {
    switch try self[.compression] ?? 1 {
    case 1: return .none
    case 5: return .lzw
    case 8, 32946: return .deflate
    case 32773: return .runs
    default: throw TIFFHeader.unsupported("packing")
    }
  }

  func prediction(
    packing: TIFFHeader.Packing, bitDepth: Int, isFloatingPoint: Bool
  ) throws(ThumbnailError) -> TIFFHeader.Prediction {
    // Elsewhere libtiff does not look at it.
    guard packing == .lzw || packing == .deflate else { return .none }
    switch try self[.predictor] ?? 1 {
    case 1: return .none
    case 2 where [8, 16, 32, 64].contains(bitDepth): return .differences
    case 3 where isFloatingPoint: return .byteDifferences
    default: throw TIFFHeader.unsupported("predictor")
    }
  }

  /// What luma and chroma mean, and how many pixels share a sample of chroma.
  func lumaChroma() throws(ThumbnailError) -> TIFFLumaChroma {
    var subsampling = [2, 2]
    if let field = directory[.chromaSubsampling] {
      let values = try directory.values(of: field, from: 0, count: 2, in: source)
      guard values.count == 2, values.allSatisfy({ [1, 2, 4].contains($0) }) else {
        throw TIFFHeader.unsupported("chroma")
      }
      subsampling = values.map(Int.init)
    }
    return TIFFLumaChroma(
      subsampling: PixelSize(width: subsampling[0], height: subsampling[1]),
      shares: try fractions(.lumaShares, count: 3),
      levels: try fractions(.referenceLevels, count: 6))
  }

  /// Fractions of a field; `nil` where they are not all there.
  private func fractions(
    _ tag: TIFFDirectory.Tag, count: Int
  ) throws(ThumbnailError) -> [Float]? {
    guard let field = directory[tag] else { return nil }
    let numbers = try directory.values(of: field, from: 0, count: 2 * count, in: source)
    guard numbers.count == 2 * count else { return nil }
    let pairs = (0..<count).map { (numbers[2 * $0], numbers[2 * $0 + 1]) }
    return pairs.contains { $0.1 == 0 } ? nil : pairs.map { Float($0.0) / Float($0.1) }
  }

  /// Reads the table of colours: all reds, all greens, all blues, of 16 bits.
  func palette(bitDepth: Int) throws(ThumbnailError) -> [UInt8] {
    let count = 1 << bitDepth
    guard let field = directory[.colourMap] else {
      throw ThumbnailError(.corrupt, "has no palette, which its pixels need")
    }
    let values = try directory.values(of: field, from: 0, count: 3 * count, in: source)
    guard values.count == 3 * count else {
      throw ThumbnailError(.corrupt, "its palette ends too early")
    }
    // Some writers have put bytes there.
    let shift: UInt64 = values.allSatisfy { $0 < 256 } ? 0 : 8
    return (0..<(3 * count)).map { index in
      let (colour, channel) = index.quotientAndRemainder(dividingBy: 3)
      return UInt8(truncatingIfNeeded: values[channel * count + colour] >> shift)
    }
  }
}
