package import ByteSources
package import MediaTypes
package import MemoryBudget
package import Pixels
package import PreviewPlanning

/// Still pictures: a step of a plan becomes a raster of at least the wanted size.
package enum ImageDecoder {
  /// Decodes by one step of a plan.
  ///
  /// Blocks until the pixels are there. The raster is in the picture's own colours and as stored;
  /// it is of the plan's target size, or larger where reducing further is the finisher's work.
  ///
  /// - Parameters:
  ///   - source: The bytes of the picture.
  ///   - step: How to decode; its decoder is one of those for still pictures.
  ///   - plan: The plan that the step belongs to.
  ///   - budget: What the job may hold; the raster's reservation is taken from it.
  /// - Returns: The pixels.
  /// - Throws: `corrupt`, `unsupported`, `unreadable`, or `overBudget` where the raster is larger
  ///   than the budget.
  package static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan,
    budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    switch step.decoder {
    case .vips:
      return try VipsStill.raster(from: source, step: step, plan: plan, budget: budget)
    case .ffmpegStill:
      return try FFmpegStill.raster(from: source, step: step, plan: plan, budget: budget)
    case .scaledJPEG where step.format == .tiff:
      return try TIFFRows.raster(ofJPEGIn: source, plan: plan, budget: budget)
    case .scaledJPEG:
      return try ScaledJPEGStill.raster(from: source, step: step, plan: plan, budget: budget)
    case .heifItems:
      return try HEIFDecoder.raster(from: source, step: step, plan: plan, budget: budget)
    case .pngRows:
      return try PNGRows.raster(from: source, plan: plan, budget: budget)
    case .psdRows:
      return try PSDRows.raster(from: source, plan: plan, budget: budget)
    case .webPRows:
      return try WebPRows.raster(from: source, plan: plan, budget: budget)
    case .bmpRows:
      return try BMPRows.raster(from: source, plan: plan, budget: budget)
    case .tiffRows:
      return try TIFFRows.raster(from: source, plan: plan, budget: budget)
    case .jxlGroups:
      return try JXLGroups.raster(from: source, step: step, plan: plan, budget: budget)
    case .ffmpegFrame, .ffmpegTellingFrame, .ffmpegFrameGroup, .nested, .attachedPicture:
      throw ThumbnailError(.unsupported, "\(step.decoder.rawValue) does not decode pictures here")
    }
  }
}
