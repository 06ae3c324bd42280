import ByteSources
import ImageDecoding
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport

/// What one of the two decoders makes of a TIFF file.
struct DecodedTIFF {
  let size: PixelSize
  let channels: Int
  let hasAlpha: Bool
  /// Samples from 0 to 255, whatever their type; of grey and palettes three of a kind.
  let samples: [Double]
  let colour: RasterColour
  let orientation: Orientation
  let warnings: [MediaWarning.Code]

  init(
    _ file: [UInt8], by decoder: DecodeStep.Decoder, side: Int, orientation: Orientation = .up
  ) throws(ThumbnailError) {
    let step = DecodeStep(
      .full, by: decoder, format: .tiff, size: nil, plannedBytes: 1 << 30, reason: "")
    let plan = DecodePlan(
      steps: [step], plannedBytes: 1 << 30, displaySize: nil, orientation: orientation,
      codePoints: nil, wantedSide: side)
    let raster = try ImageDecoder.raster(
      from: MemorySource(file), step: step, plan: plan, budget: MemoryBudget(byteCount: 1 << 30))
    size = raster.size
    colour = raster.colour
    self.orientation = raster.orientation
    warnings = raster.warnings.map(\.code)
    let isWide = raster.layout.sampleType == .uint16
    let stored = raster.layout.channelCount
    let isGrey = raster.layout.colourModel == .grey
    hasAlpha = raster.layout.hasAlpha
    channels = isGrey ? 3 + (hasAlpha ? 1 : 0) : stored
    samples = raster.withBytes { bytes in
      let count = raster.size.width * raster.size.height * stored
      let plain = (0..<count).map { index in
        isWide
          ? Double(bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)) / 257
          : Double(bytes[index])
      }
      guard isGrey else { return plain }
      return stride(from: 0, to: count, by: stored).flatMap { first in
        [Double](repeating: plain[first], count: 3) + plain[(first + 1)..<(first + stored)]
      }
    }
  }

  /// The largest difference of a sample.
  func worst(against other: DecodedTIFF) -> Double {
    zip(samples, other.samples).map { abs($0 - $1) }.max() ?? .infinity
  }

  /// The mean difference of means over a grid, colours weighted by alpha.
  func meanDifference(from other: DecodedTIFF, cells: Int = 12) -> Double {
    let (first, second) = (means(cells: cells), other.means(cells: cells))
    guard first.count == second.count else { return .infinity }
    return zip(first, second).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(first.count)
  }

  private func means(cells: Int) -> [Double] {
    var means: [Double] = []
    for row in 0..<cells {
      let down = Self.weights(of: row, in: cells, length: size.height)
      for column in 0..<cells {
        let across = Self.weights(of: column, in: cells, length: size.width)
        means += mean(across: across, down: down)
      }
    }
    return means
  }

  private func mean(across: [(Int, Double)], down: [(Int, Double)]) -> [Double] {
    let colours = channels - (hasAlpha ? 1 : 0)
    var sums = [Double](repeating: 0, count: channels)
    var (area, cover) = (0.0, 0.0)
    for (y, height) in down {
      for (x, width) in across {
        let first = (y * size.width + x) * channels
        let weight = width * height
        let alpha = colours < channels ? samples[first + colours] / 255 : 1
        for channel in 0..<colours { sums[channel] += samples[first + channel] * weight * alpha }
        area += weight
        cover += weight * alpha
      }
    }
    // Over white, so that what cannot be seen does not count.
    return (0..<colours).map { (sums[$0] + 255 * (area - cover)) / area }
  }

  private static func weights(of cell: Int, in cells: Int, length: Int) -> [(Int, Double)] {
    let low = Double(cell * length) / Double(cells)
    let high = Double((cell + 1) * length) / Double(cells)
    return (Int(low)..<min(length, Int(high.rounded(.up)))).map { place in
      (place, min(high, Double(place + 1)) - max(low, Double(place)))
    }
  }
}
