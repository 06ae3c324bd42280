import MediaTypes

/// Reduces pictures with alpha by averaging areas, each pixel weighing as much as it covers.
///
/// Averaging colour and alpha apart from each other would show the colour of pixels that cannot be
/// seen, as dark seams around what can. Holds a band of full-size pixels and one row of sums.
enum AlphaReduction {
  /// Rows that are converted at once; even, so that chroma rows stay whole.
  private static let bandHeight = 32

  /// Reduces a view to a size that is not larger on either side.
  static func reduce(
    _ view: FrameView, to size: PixelSize, colour: Scaler.Colour
  ) throws(FFmpegError) -> ScaledPicture {
    let result = try ScaledPicture(size: size, output: .rgba8)
    var sums = AreaSums(from: view.size, to: size)
    var top = 0
    while top < view.size.height {
      let height = min(bandHeight, view.size.height - top)
      let band = view.rows(from: top, count: height)
      let pixels = try ScaledPicture(size: band.size, output: .rgba8)
      try Conversion(of: band, to: pixels, colour: colour).run(band, into: pixels)
      for row in 0..<height { sums.add(row: top + row, of: pixels, at: row, to: result) }
      top += height
    }
    return result
  }
}

/// The sums of one row of areas, in which the row that is added lies.
private struct AreaSums {
  /// Where a source pixel goes: the first area it touches, and its part in that area.
  private struct Share {
    var area: Int
    var part: Float
  }

  private let columns: [Share]
  private let source: PixelSize
  private let target: PixelSize
  /// Red, green and blue times alpha, and alpha, of each area.
  private var sums: [SIMD4<Float>]
  private var next: [SIMD4<Float>]

  init(from source: PixelSize, to target: PixelSize) {
    self.source = source
    self.target = target
    columns = (0..<source.width).map {
      AreaSums.share(of: $0, from: source.width, to: target.width)
    }
    sums = [SIMD4<Float>](repeating: .zero, count: target.width + 1)
    next = sums
  }

  /// The part of the pixel `place` of `count` that lies in its first area of `areas`.
  private static func share(of place: Int, from count: Int, to areas: Int) -> Share {
    let start = place * areas
    let area = start / count
    let border = (area + 1) * count
    return Share(area: area, part: Float(min(border - start, areas)) / Float(areas))
  }

  /// Adds a row of pixels, and writes a row of areas that it completes.
  mutating func add(
    row: Int, of pixels: borrowing ScaledPicture, at place: Int, to result: borrowing ScaledPicture
  ) {
    let share = AreaSums.share(of: row, from: source.height, to: target.height)
    unsafe pixels.withRow(place) { bytes in
      for x in 0..<columns.count {
        let alpha = unsafe Float(bytes[4 * x + 3])
        guard alpha > 0 else { continue }
        let pixel = unsafe SIMD4<Float>(
          Float(bytes[4 * x]) * alpha, Float(bytes[4 * x + 1]) * alpha,
          Float(bytes[4 * x + 2]) * alpha, alpha)
        let column = columns[x]
        add(pixel * column.part, share: share.part, to: column.area)
        if column.part < 1 {
          add(pixel * (1 - column.part), share: share.part, to: column.area + 1)
        }
      }
    }
    let isComplete = (row + 1) * target.height >= (share.area + 1) * source.height
    if isComplete { write(to: share.area, of: result) }
  }

  private mutating func add(_ pixel: SIMD4<Float>, share: Float, to area: Int) {
    sums[area] += pixel * share
    if share < 1 { next[area] += pixel * (1 - share) }
  }

  private mutating func write(to row: Int, of result: borrowing ScaledPicture) {
    let areaSize =
      Float(source.width) / Float(target.width) * Float(source.height)
      / Float(target.height)
    for x in 0..<target.width {
      let sum = sums[x]
      guard sum.w > 0 else { continue }
      let colour = (sum / sum.w).rounded(.toNearestOrAwayFromZero)
      let alpha = (sum.w / areaSize).rounded(.toNearestOrAwayFromZero)
      result.setPixel(
        x: x, y: row,
        to: SIMD4<UInt8>(
          byte(colour.x), byte(colour.y), byte(colour.z), byte(alpha)))
    }
    swap(&sums, &next)
    for x in 0..<next.count { next[x] = .zero }
  }

  private func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255)) }
}
