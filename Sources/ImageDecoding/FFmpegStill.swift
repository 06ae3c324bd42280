internal import ByteSources
internal import FFmpeg
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

/// Pictures by FFmpeg: the whole file is one packet, and gives one frame.
enum FFmpegStill {
  static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let frame = try decoded(from: source, step: step)
    let picture = try reduced(frame, plan: plan)
    let keepsAlpha = !picture.isOpaque
    let warnings = frame.isDamaged ? [MediaWarning(.damaged)] : []
    return unsafe try Raster.filled(
      size: picture.size, layout: keepsAlpha ? .rgba8 : .rgb8,
      colour: frame.iccProfile.map(RasterColour.iccProfile) ?? .sRGB,
      orientation: plan.orientation, budget: budget
    ) { buffer in
      unsafe picture.copy(into: buffer, keepsAlpha: keepsAlpha)
      return warnings
    }
  }

  private static func decoded(
    from source: any ByteSource, step: DecodeStep
  ) throws(ThumbnailError) -> Frame {
    do throws(FFmpegError) {
      return try StillDecoder.frame(
        from: source, format: step.format, frameByteLimit: step.plannedBytes)
    } catch {
      throw error.thumbnailError
    }
  }

  /// Scales a frame to what is wanted; one with transparency is left to the finisher, which weighs
  /// colours by alpha.
  private static func reduced(
    _ frame: borrowing Frame, plan: DecodePlan
  ) throws(ThumbnailError) -> ScaledPicture {
    // Stills use the whole range of their samples, whatever their header leaves open.
    let colour = Scaler.Colour(matrix: frame.codePoints.matrix, isFullRange: true)
    let mayBeTransparent = frame.samples?.hasAlpha == true || frame.samples?.isPalette == true
    do throws(FFmpegError) {
      return mayBeTransparent
        ? try Scaler.scale(frame, to: frame.size, as: .rgba8, colour: colour)
        : try Scaler.scale(frame, to: plan.targetSize(of: frame.size), as: .rgb8, colour: colour)
    } catch {
      throw error.thumbnailError
    }
  }
}
