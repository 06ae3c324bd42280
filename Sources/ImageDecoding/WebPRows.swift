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
    let size = PNGScale.reducedSize(of: picture.size, wantedSide: plan.wantedSide)
    let profile = try picture.iccProfile()
    let remaining = Int(clamping: budget.byteCount - min(budget.byteCount, budget.inUse))
    var raster = unsafe try Raster.filled(
      size: size, layout: PixelLayout(.uint8, .rgb, hasAlpha: picture.hasAlpha),
      colour: profile.map(RasterColour.iccProfile) ?? .sRGB, orientation: plan.orientation,
      budget: budget
    ) { buffer throws(ThumbnailError) in
      unsafe try picture.decode(
        to: size, into: buffer, maximumByteCount: remaining - min(remaining, buffer.count))
    }
    raster.wholeSize = picture.size
    return raster
  }
}
