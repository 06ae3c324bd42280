internal import ByteSources
internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// Bitmaps of Windows and OS/2 by our own reader, which holds a row and averages rows as they come.
enum BMPRows {
  static func raster(
    from source: any ByteSource, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let picture = try ReducedBMP(source: source)
    return try RowRaster.reduced(
      picture, layout: picture.hasAlpha ? .rgba8 : .rgb8,
      orientation: picture.isUpsideDown ? .downMirrored : .up, plan: plan, budget: budget)
  }
}
