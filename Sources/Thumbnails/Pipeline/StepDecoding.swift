internal import ByteSources
internal import ImageDecoding
internal import MediaReading
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning
internal import VideoDecoding

/// One step of a plan, carried out.
struct StepDecoding {
  let source: any ByteSource
  let step: DecodeStep
  let plan: DecodePlan
  let options: ThumbnailOptions
  let budget: MemoryBudget

  /// Decodes the step's pixels.
  func raster() throws(ThumbnailError) -> Raster {
    switch step.decoder {
    case .vips, .ffmpegStill, .scaledJPEG, .heifItems, .pngRows, .webPRows, .psdRows, .bmpRows,
      .tiffRows, .jxlGroups:
      return try ImageDecoder.raster(from: source, step: step, plan: plan, budget: budget)
    case .ffmpegFrame, .ffmpegTellingFrame, .ffmpegFrameGroup:
      return try VideoDecoder.raster(
        from: source, step: step, plan: plan, options: options, budget: budget)
    case .attachedPicture:
      guard let bytes = try VideoDecoder.coverBytes(from: source, format: step.format) else {
        throw ThumbnailError(.noPreview, "has no cover")
      }
      return try nestedRaster(from: MemorySource(bytes))
    case .nested:
      guard let preview = step.preview else {
        throw ThumbnailError(.noPreview, "the preview has no place in the file")
      }
      let part = SubrangeSource(of: source, offset: preview.offset, byteCount: preview.byteCount)
      return try nestedRaster(from: part)
    }
  }

  /// Looks at the bytes of a preview and decodes them as a file of their own.
  private func nestedRaster(from part: any ByteSource) throws(ThumbnailError) -> Raster {
    let facts = try MediaReader.facts(of: part)
    guard facts.kind == .image, let size = facts.size else {
      throw ThumbnailError(.noPreview, "the preview inside the file is \(facts.mime), no picture")
    }
    if step.source == .embedded { try checkShape(of: size) }
    let nested = try nestedPlan(for: facts)
    var failure: ThumbnailError?
    for step in nested.steps {
      do throws(ThumbnailError) {
        let preview = try ImageDecoder.raster(
          from: part, step: step, plan: nested, budget: budget)
        var raster = try withoutBars(preview)
        if isSmallerThanAsked(raster.size) {
          raster.warnings.append(
            MediaWarning(.smallerThanAsked, "the only preview is \(size) pixels"))
        }
        return raster
      } catch {
        failure = error
      }
    }
    throw failure ?? ThumbnailError(.noPreview, "the preview inside the file does not decode")
  }

  /// Cuts bars off a preview of a raw file; those of others are refused for their shape.
  private func withoutBars(_ preview: consuming Raster) throws(ThumbnailError) -> Raster {
    guard step.source == .embedded, step.preview?.role == .rawPreview else { return preview }
    let exchanges = plan.orientation.exchangesSides
    let stored = exchanges ? plan.displaySize?.transposed : plan.displaySize
    return try LetterboxTrim.trimmed(preview, toShapeOf: stored, budget: budget)
  }

  private func nestedPlan(for facts: MediaFacts) throws(ThumbnailError) -> DecodePlan {
    var own = options
    own.embedded = .never
    var nested = try Planner(capacity: plan.plannedBytes).plan(for: facts, options: own)
    nested.wantedSide = max(nested.wantedSide, plan.wantedSide)
    if step.preview?.role == .rawPreview, let size = facts.size, LetterboxTrim.mayHaveBars(size) {
      // Whole, so that bars still have sharp edges when they are looked for.
      nested.wantedSide = max(nested.wantedSide, size.longerSide)
    }
    // A preview lies in the file as the main picture does, and is turned as that is.
    if step.source == .embedded { nested.orientation = plan.orientation }
    return nested
  }

  /// Refuses a preview whose shape is not the picture's: it would show bars or lack its edges.
  private func checkShape(of size: PixelSize) throws(ThumbnailError) {
    guard let display = plan.displaySize, step.preview?.role != .rawPreview else { return }
    let stored = plan.orientation.exchangesSides ? display.transposed : display
    guard EmbeddedShape.isSame(size, as: stored) else {
      throw ThumbnailError(
        .noPreview, "the embedded preview is \(size), of another shape than the \(stored) picture")
    }
  }

  private func isSmallerThanAsked(_ size: PixelSize) -> Bool {
    let whole = plan.displaySize?.longerSide ?? plan.wantedSide
    return size.longerSide < min(plan.wantedSide, whole)
  }
}
