package import ByteSources
internal import ImageDecoding
internal import ImageFinishing
package import MediaTypes
internal import MemoryBudget
internal import Pixels
package import PreviewPlanning

/// The stages behind a plan, in their order: decode, finish, encode.
///
/// ```
/// plan ──► step ──► raster ──► upright, sRGB, sized ──► encoded
///            └ fails ─► next step
/// ```
package enum ThumbnailPipeline {
  /// Loads all that decoding loads by name, so that nothing must be opened later but fonts, and
  /// starts it, so that no job pays for what is set up once.
  ///
  /// - Parameter withFFmpeg: Whether anything is decoded that FFmpeg is needed for.
  /// - Returns: The libraries, each with its version, and the formats that they lack.
  package static func load(
    withFFmpeg: Bool
  ) -> (libraries: [String], missingFormats: [MediaFormat]) {
    (ImageDecoder.load(withFFmpeg: withFFmpeg), ImageDecoder.missingFormats)
  }

  /// Bounds what decoders may allocate at a time, in a process that does one job after the other.
  ///
  /// - Parameter byteCount: What the job may take in all.
  package static func limitAllocations(toBytes byteCount: UInt64) {
    DecoderBounds.limitAllocations(toBytes: byteCount)
  }

  /// Makes the thumbnails of one file by its plan.
  ///
  /// Blocks until they are made. What it holds stays below the plan's bytes, for which the caller
  /// has a reservation.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - plan: How to decode it.
  ///   - options: What thumbnails are wanted.
  /// - Returns: The thumbnails, where they come from, and what was odd.
  /// - Throws: The error of the way that should have worked.
  package static func outcome(
    of source: any ByteSource, plan: DecodePlan, options: ThumbnailOptions
  ) throws(ThumbnailError) -> ThumbnailOutcome {
    let budget = MemoryBudget(byteCount: plan.plannedBytes)
    var failure: ThumbnailError?
    for step in plan.steps {
      do throws(ThumbnailError) {
        let decoding = StepDecoding(
          source: source, step: step, plan: plan, options: options, budget: budget)
        let raster = try decoding.raster()
        let finished = try Finisher.thumbnails(
          from: raster, options: options, exif: exif(in: source, plan: plan),
          grantedBytes: plan.plannedBytes)
        var outcome = ThumbnailOutcome(
          thumbnails: finished.thumbnails, source: step.source, displaySize: plan.displaySize,
          warnings: raster.warnings + finished.warnings)
        outcome.placeholder = finished.placeholder
        return outcome
      } catch {
        guard error.isWorthAnotherWay else { throw error }
        if failure == nil || !step.isPreview { failure = error }
      }
    }
    throw failure ?? ThumbnailError(.unsupported, "the plan has no step")
  }

  /// EXIF data beyond this are cut, in bytes; what thumbnails keep stands at their start.
  private static let exifLimit: UInt64 = 128 << 10

  private static func exif(
    in source: any ByteSource, plan: DecodePlan
  ) throws(ThumbnailError) -> [UInt8]? {
    guard let place = plan.exifBytes else { return nil }
    let count = min(place.upperBound - place.lowerBound, exifLimit)
    return try source.bytes(Int(count), at: place.lowerBound)
  }
}
