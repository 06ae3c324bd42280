internal import FFmpeg
internal import HEIFItems
internal import MediaTypes
internal import Pixels

/// Which part of a picture a raster shows, and at what scale.
struct Reduction {
  var columns: ReductionAxis
  var rows: ReductionAxis

  /// A part of a picture, reduced to a size.
  init(of part: PixelRect, to size: PixelSize) {
    columns = ReductionAxis(
      origin: Double(part.x), step: Double(part.size.width) / Double(size.width),
      count: size.width)
    rows = ReductionAxis(
      origin: Double(part.y), step: Double(part.size.height) / Double(size.height),
      count: size.height)
  }

  /// The same part of another picture that shows the same, such as a picture's opacity.
  func rescaled(from size: PixelSize, to other: PixelSize) -> Reduction {
    var result = self
    let across = Double(other.width) / Double(size.width)
    let down = Double(other.height) / Double(size.height)
    result.columns.origin *= across
    result.columns.step *= across
    result.rows.origin *= down
    result.rows.step *= down
    return result
  }

  /// Whether a raster shows anything of a part.
  func shows(_ part: PixelRect) -> Bool {
    !columns.outputs(start: part.x, length: part.size.width).isEmpty
      && !rows.outputs(start: part.y, length: part.size.height).isEmpty
  }
}

/// Adds tiles to a raster, each reduced to what it covers of it.
struct TileReducer: ~Copyable {
  /// Where the samples go.
  enum Channel {
    /// Into the colours.
    case colour
    /// Into the opacity.
    case alpha
  }

  let pixels: ReducedPixels
  let reduction: Reduction
  private let channels: Range<Int>
  private let rows: SampleRows
  private var averager = PlaneAverager()

  init(into pixels: ReducedPixels, reduction: Reduction, channel: Channel) {
    self.pixels = pixels
    self.reduction = reduction
    let layout = pixels.layout
    channels =
      channel == .colour
      ? 0..<layout.colourModel.channelCount : (layout.channelCount - 1)..<layout.channelCount
    rows = SampleRows(count: pixels.size.width)
  }

  /// Adds a decoded tile.
  ///
  /// - Parameters:
  ///   - frame: The tile; what stands out of `part` is left out.
  ///   - part: Its place in the picture; where the frame is smaller, the rest counts as missing.
  ///   - codePoints: How its samples are to be read.
  mutating func add(
    _ frame: borrowing Frame, at part: PixelRect, codePoints: ColourFacts.CodePoints
  ) {
    guard let samples = frame.samples, samples.isPlanar || samples.isGrey else { return }
    let conversion = LumaChroma(
      samples, codePoints: codePoints, isGreyWanted: channels.count == 1)
    let length = PixelSize(
      width: min(part.size.width, frame.wholeSize.width),
      height: min(part.size.height, frame.wholeSize.height))
    // Powers of two, by which all planes of the frame have been reduced.
    let halvings = frame.reduction.trailingZeroBitCount
    let shift = conversion.hasChroma ? samples.chromaShift : (across: 0, down: 0)
    let luma = spans(at: part, length: length, shift: (halvings, halvings))
    let chroma = spans(
      at: part, length: length, shift: (shift.across + halvings, shift.down + halvings))
    let isWide = samples.bitDepth > 8
    unsafe frame.withPlanes { planes in
      guard unsafe planes.count >= conversion.planeCount else { return }
      for (index, row) in luma.rows.outputs.enumerated() {
        for plane in 0..<conversion.planeCount {
          let spans = plane == 0 ? luma : chroma
          unsafe averager.average(
            planes[plane], isWide: isWide, rows: spans.rows.spans[index],
            columns: spans.columns.spans, into: rows[plane])
        }
        conversion.convert(rows, count: luma.columns.spans.count, highest: pixels.highest)
        if conversion.planeCount < channels.count { rows.repeatFirst() }
        write(row, luma.rows.coverage[index], luma.columns)
      }
    }
    addMissing(besides: length, of: part)
  }

  /// Adds what a frame that is smaller than its place leaves open, on the right and below.
  private func addMissing(besides length: PixelSize, of part: PixelRect) {
    if length.width < part.size.width {
      addMissing(
        at: PixelRect(
          x: part.x + length.width, y: part.y,
          size: PixelSize(width: part.size.width - length.width, height: length.height)))
    }
    if length.height < part.size.height {
      addMissing(
        at: PixelRect(
          x: part.x, y: part.y + length.height,
          size: PixelSize(width: part.size.width, height: part.size.height - length.height)))
    }
  }

  /// Adds the middle grey that stands for what cannot be decoded.
  func addMissing(at part: PixelRect) { add(0.5, at: part) }

  /// Adds one lightness, or opacity, from 0 to 1.
  func add(_ lightness: Float, at part: PixelRect) {
    let luma = spans(at: part, length: part.size, shift: (0, 0))
    rows.fill(with: lightness * pixels.highest)
    for (index, row) in luma.rows.outputs.enumerated() {
      write(row, luma.rows.coverage[index], luma.columns)
    }
  }

  private func spans(
    at part: PixelRect, length: PixelSize, shift: (across: Int, down: Int)
  ) -> (columns: AreaSpans, rows: AreaSpans) {
    let columns = reduction.columns.spans(
      start: part.x, length: length.width, shift: shift.across,
      sampleCount: (length.width + (1 << shift.across) - 1) >> shift.across)
    let rows = reduction.rows.spans(
      start: part.y, length: length.height, shift: shift.down,
      sampleCount: (length.height + (1 << shift.down) - 1) >> shift.down)
    return (columns, rows)
  }

  private func write(_ row: Int, _ coverage: Coverage, _ columns: AreaSpans) {
    pixels.add(rows, to: channels, row: row, coverage, columns: columns)
  }
}
