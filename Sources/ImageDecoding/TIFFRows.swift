internal import ByteSources
internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// TIFF by our own reader, which unpacks strips piece by piece and averages rows as they come.
enum TIFFRows {
  static func raster(
    from source: any ByteSource, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let picture = try ReducedTIFF(source: source)
    return try RowRaster.reduced(
      picture, layout: layout(of: picture), orientation: plan.orientation, plan: plan,
      budget: budget)
  }

  /// Decodes the only strip of a file as a JPEG picture, from its lowest coefficients.
  static func raster(
    ofJPEGIn source: any ByteSource, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let strip = try TIFFJPEGStrip(source: source)
    let picture = try ScaledJPEG(source: strip.jpeg)
    // Colours that only the directory tells apart are libtiff's.
    guard picture.size == strip.size, picture.colour == (strip.isGrey ? .grey : .yCbCr) else {
      throw ThumbnailError(.unsupported, "its JPEG strip is not as its directory says")
    }
    return try ScaledJPEGStill.raster(
      of: picture, profile: strip.iccProfile(), plan: plan, budget: budget)
  }

  private static func layout(of picture: ReducedTIFF) -> PixelLayout {
    let model: PixelLayout.ColourModel =
      switch picture.model {
      case .grey: .grey
      case .rgb: .rgb
      case .cmyk: .cmyk
      }
    return PixelLayout(
      picture.sampleByteCount == 1 ? .uint8 : .uint16, model, hasAlpha: picture.hasAlpha)
  }
}
