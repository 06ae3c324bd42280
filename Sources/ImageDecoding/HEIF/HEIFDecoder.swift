package import ByteSources
internal import FFmpeg
internal import HEIFItems
package import MediaTypes
package import MemoryBudget
package import Pixels
package import PreviewPlanning

/// HEIF and AVIF, one coded image at a time, each reduced as soon as it is decoded.
///
/// Holds the raster, one coded image with its bytes, and some rows.
package enum HEIFDecoder {
  /// Decodes the primary picture, or the item of the step's preview.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - step: What is decoded.
  ///   - plan: The plan that the step belongs to.
  ///   - budget: What the job may hold; the raster's reservation is taken from it.
  /// - Returns: The pixels, between one and about two and a half times as large as wanted, in the
  ///   file's own colours; 16 bits a sample where the transfer function is PQ or HLG, else 8.
  /// - Throws: `corrupt`, `unsupported`, `overBudget`, `overLimit`, `unreadable`, `cancelled`.
  package static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let file = try HEIFFile(reading: source)
    let picture = try file.picture(of: step.preview?.itemID, in: source)
    var decoding = PictureDecoding(
      of: picture, in: source, wantedSide: plan.wantedSide, byteLimit: step.plannedBytes,
      bandReduction: step.shrink)
    var raster = try decoding.raster(budget: budget)
    if file.isDamaged {
      raster.warnings.append(MediaWarning(.oddHeader, "the item tree breaks its rules"))
    }
    return raster
  }
}
