import MediaTypes

/// What a track of a movie says about itself.
///
/// Source: ISO/IEC 14496-12:2022 § 8.3.2, § 8.4 and § 12.1.3; QuickTime File Format, "Sample
/// Description Atoms".
struct MovieTrack: Sendable {
  var isEnabled = true
  var handler: FourCC = "    "
  var orientation = Orientation.up
  /// The size that the track header gives, in pixels.
  var shownSize: PixelSize?
  /// The size of the coded picture, in pixels.
  var size: PixelSize?
  var timescale: UInt32 = 0
  var duration: UInt64 = 0
  var codec: String?
  var bitDepth: Int?
  /// Luma samples a chroma sample.
  var chroma: PixelSize?
  var pixelAspect: Double?
  var codePoints: ColourFacts.CodePoints?
  var frameRate: Double?
  var sampleCount: UInt32?
  /// Where the first sample stands in the file, and its length.
  var firstSample: (offset: UInt64, byteCount: UInt64) = (0, 0)
  /// What the clean aperture cuts off.
  var crop: PixelInsets?
  /// Whether the samples are JPEG pictures (in Canon's raw files).
  var isJPEG = false

  var isVideo: Bool { handler == "vide" || handler == "pict" || handler == "auxv" }
  var isSound: Bool { handler == "soun" }

  /// The size as shown: pixel aspect applied, then turned.
  var displaySize: PixelSize? {
    guard var size = visibleSize else { return nil }
    if let ratio = aspect { size.width = Int(clamping: Int64(Double(size.width) * ratio + 0.5)) }
    return orientation.displaySize(of: size)
  }

  /// The stored size without what the clean aperture cuts off.
  private var visibleSize: PixelSize? {
    guard let size, let crop else { return size }
    return crop.remainder(of: size) ?? size
  }

  /// The width of a pixel in units of its height, where it is not square.
  var aspect: Double? {
    var ratio = pixelAspect
    if ratio == nil, let shownSize, let size = visibleSize, shownSize != size, shownSize.isValid,
      size.isValid
    {
      ratio =
        Double(shownSize.width) * Double(size.height)
        / (Double(shownSize.height) * Double(size.width))
    }
    // What is outside was meant otherwise.
    return ratio.flatMap { 0.1...10 ~= $0 && $0 != 1 ? $0 : nil }
  }

  /// Reads a track header: whether it is used, its matrix and its size.
  mutating func readHeader(_ input: ByteWindow, _ box: ISOBox) throws(Shortage) {
    isEnabled = try box.flags(input) & 1 != 0
    let matrix = box.content + (try box.version(input) == 1 ? 52 : 40)
    try input.require(44, at: matrix)
    orientation = try Self.orientation(input, matrix: matrix)
    let size = PixelSize(
      width: Int(try input.u32(at: matrix + 36) >> 16),
      height: Int(try input.u32(at: matrix + 40) >> 16))
    shownSize = size.isValid ? size : nil
  }

  /// Reads a media header: how time counts and how long the track is.
  mutating func readMediaHeader(_ input: ByteWindow, _ box: ISOBox) throws(Shortage) {
    let isLong = try box.version(input) == 1
    timescale = try input.u32(at: box.content + (isLong ? 20 : 12))
    duration =
      isLong ? try input.u64(at: box.content + 24) : UInt64(try input.u32(at: box.content + 16))
  }

  /// Reads how long samples last, where few entries tell it.
  mutating func readTimes(_ input: ByteWindow, _ box: ISOBox) throws(Shortage) {
    let count = try input.u32(at: box.content + 4)
    guard timescale > 0, 1...16 ~= count else { return }
    var samples: UInt64 = 0
    var ticks: UInt64 = 0
    for entry in 0..<UInt64(count) {
      let number = UInt64(try input.u32(at: box.content + 8 + 8 * entry))
      samples += number
      ticks &+= number &* UInt64(try input.u32(at: box.content + 12 + 8 * entry))
    }
    guard ticks > 0, isVideo else { return }
    frameRate = Double(samples) * Double(timescale) / Double(ticks)
  }

  /// The orientation that a matrix stands for; upright where it is no multiple of a quarter turn.
  private static func orientation(
    _ input: ByteWindow, matrix: UInt64
  ) throws(Shortage) -> Orientation {
    func sign(_ place: UInt64) throws(Shortage) -> Int {
      Int(Int32(bitPattern: try input.u32(at: matrix + place)).signum())
    }
    // Rows a b u, c d v, x y w: a point (x, y) goes to (a x + c y, b x + d y).
    let (a, b, c, d) = (try sign(0), try sign(4), try sign(12), try sign(16))
    switch (a, b, c, d) {
    case (1, 0, 0, 1): return .up
    case (0, 1, -1, 0): return .right
    case (-1, 0, 0, -1): return .down
    case (0, -1, 1, 0): return .left
    case (-1, 0, 0, 1): return .upMirrored
    case (1, 0, 0, -1): return .downMirrored
    case (0, 1, 1, 0): return .leftMirrored
    case (0, -1, -1, 0): return .rightMirrored
    default: return .up
    }
  }
}
