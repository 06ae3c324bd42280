internal import ByteSources
internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// Lossless WebP by our own reader, which holds a window of pixels and averages rows as they come.
enum WebPRows {
  static func raster(
    from source: any ByteSource, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let picture = try ReducedWebP(source: source)
    return try RowRaster.reduced(
      picture, layout: PixelLayout(.uint8, .rgb, hasAlpha: picture.hasAlpha),
      orientation: plan.orientation, plan: plan, budget: budget)
  }
}
