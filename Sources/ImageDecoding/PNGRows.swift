internal import ByteSources
internal import ColourRendering
internal import LowMemoryDecoding
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// PNG by our own reader, which holds a few rows and averages them as they come.
enum PNGRows {
  static func raster(
    from source: any ByteSource, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let picture = try ReducedPNG(source: source)
    let size = PNGScale.reducedSize(of: picture.size, wantedSide: plan.wantedSide)
    guard let geometry = picture.geometry(outputSize: size) else {
      throw ThumbnailError(.overLimit, "a picture of \(size) pixels cannot be held")
    }
    var raster = unsafe try RowRaster.filled(
      from: picture.size, to: size, layout: layout(of: geometry),
      colour: colour(of: picture.colour), orientation: plan.orientation, budget: budget
    ) { buffer, maximum throws(ThumbnailError) in
      unsafe try picture.decode(geometry, into: buffer, maximumByteCount: maximum)
    }
    if picture.colour.hasBrokenProfile {
      raster.warnings.append(
        MediaWarning(.profileIgnored, "the embedded colour profile cannot be inflated"))
    }
    return raster
  }

  private static func layout(of geometry: ReducedPNGGeometry) -> PixelLayout {
    PixelLayout(
      geometry.sampleByteCount == 1 ? .uint8 : .uint16, geometry.isColour ? .rgb : .grey,
      hasAlpha: geometry.hasAlpha)
  }

  /// What counts of all that a file says: the first that can be used.
  ///
  /// Source: W3C PNG Specification (third edition) § 4.3, the order of precedence.
  private static func colour(of stated: PNGColour) -> RasterColour {
    if let points = stated.codePoints, points.matrix == 0, points.isFullRange,
      DisplayColour.knows(points)
    {
      return .codePoints(points)
    }
    if let profile = stated.iccProfile { return .iccProfile(profile) }
    guard !stated.isSRGB else { return .sRGB }
    let chromaticities = stated.chromaticities.flatMap {
      CalibratedColour.Chromaticities($0.values)
    }
    return CalibratedColour(encodingExponent: stated.gamma, chromaticities: chromaticities)
      .map(RasterColour.calibrated) ?? .sRGB
  }
}
