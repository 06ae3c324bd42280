internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// Rasters that our own readers fill row by row.
enum RowRaster {
  /// Reduces a picture to what a plan wants.
  ///
  /// - Parameters:
  ///   - picture: The picture, its profile included.
  ///   - layout: How it lays its samples.
  ///   - orientation: How it must be turned.
  ///   - plan: Says what is wanted.
  ///   - budget: What the job may hold.
  /// - Returns: The raster.
  /// - Throws: What the picture throws, and `overBudget`.
  static func reduced(
    _ picture: some RowReducing, layout: PixelLayout, orientation: Orientation, plan: DecodePlan,
    budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let size = PNGScale.reducedSize(of: picture.size, wantedSide: plan.wantedSide)
    let colour = try picture.iccProfile().map(RasterColour.iccProfile) ?? .sRGB
    return unsafe try filled(
      from: picture.size, to: size, layout: layout, colour: colour, orientation: orientation,
      budget: budget
    ) { buffer, maximum throws(ThumbnailError) in
      unsafe try picture.decode(to: size, into: buffer, maximumByteCount: maximum)
    }
  }

  /// Has a decoder fill a raster, with what is left of a budget to work with.
  ///
  /// - Parameters:
  ///   - wholeSize: Width and height of the picture, in pixels.
  ///   - size: Those of the raster.
  ///   - layout: How samples are to be read.
  ///   - colour: What the numbers mean.
  ///   - orientation: How the picture must be turned.
  ///   - budget: What the job may hold.
  ///   - decode: Is given zeroed memory, and how many bytes it may take beside; returns warnings.
  /// - Returns: The raster.
  /// - Throws: `overBudget`, and what the decoder throws.
  static func filled(
    from wholeSize: PixelSize, to size: PixelSize, layout: PixelLayout, colour: RasterColour,
    orientation: Orientation, budget: MemoryBudget,
    by decode: (UnsafeMutableRawBufferPointer, Int) throws(ThumbnailError) -> [MediaWarning]
  ) throws(ThumbnailError) -> Raster {
    let remaining = Int(clamping: budget.byteCount - min(budget.byteCount, budget.inUse))
    var raster = unsafe try Raster.filled(
      size: size, layout: layout, colour: colour, orientation: orientation, budget: budget
    ) { buffer throws(ThumbnailError) in
      unsafe try decode(buffer, remaining - min(remaining, buffer.count))
    }
    raster.wholeSize = wholeSize
    return raster
  }
}
