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
    let size = PNGScale.reducedSize(of: picture.size, wantedSide: plan.wantedSide)
    let colour = try picture.iccProfile().map(RasterColour.iccProfile) ?? .sRGB
    let remaining = Int(clamping: budget.byteCount - min(budget.byteCount, budget.inUse))
    var raster = unsafe try Raster.filled(
      size: size, layout: picture.hasAlpha ? .rgba8 : .rgb8, colour: colour,
      orientation: picture.isUpsideDown ? .downMirrored : .up, budget: budget
    ) { buffer throws(ThumbnailError) in
      unsafe try picture.decode(
        to: size, into: buffer, maximumByteCount: remaining - min(remaining, buffer.count))
    }
    raster.wholeSize = picture.size
    return raster
  }
}
