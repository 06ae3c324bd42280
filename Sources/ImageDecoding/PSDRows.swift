internal import ByteSources
internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// Photoshop documents by our own reader, which averages rows of one channel after the other.
enum PSDRows {
  static func raster(
    from source: any ByteSource, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let picture = try ReducedPSD(source: source)
    return try RowRaster.reduced(
      picture, layout: layout(of: picture), orientation: plan.orientation, plan: plan,
      budget: budget)
  }

  private static func layout(of picture: ReducedPSD) -> PixelLayout {
    let samples: PixelLayout.SampleType =
      switch picture.sampleByteCount {
      case 1: .uint8
      case 2: .uint16
      default: .float32
      }
    let model: PixelLayout.ColourModel =
      switch picture.model {
      case .grey: .grey
      case .rgb: .rgb
      case .cmyk: .cmyk
      case .lab: .lab
      }
    return PixelLayout(samples, model, hasAlpha: picture.hasAlpha)
  }
}
