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
    if step.format == .ico || step.format == .cur {
      let picture = try iconPicture(from: source, step: step, plan: plan)
      return try raster(
        of: picture, colour: .sRGB, orientation: .up, isDamaged: false, budget: budget)
    }
    let frame = try decoded(from: source, step: step)
    let picture = try reduced(frame, plan: plan)
    return try raster(
      of: picture, colour: frame.iccProfile.map(RasterColour.iccProfile) ?? .sRGB,
      orientation: plan.orientation, isDamaged: frame.isDamaged, budget: budget)
  }

  private static func raster(
    of picture: borrowing ScaledPicture, colour: RasterColour, orientation: Orientation,
    isDamaged: Bool, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let keepsAlpha = !picture.isOpaque
    // Written in a closure that may not capture what is borrowed.
    return unsafe try Raster.filled(
      size: picture.size, layout: keepsAlpha ? .rgba8 : .rgb8, colour: colour,
      orientation: orientation, budget: budget
    ) { buffer in
      unsafe picture.copy(into: buffer, keepsAlpha: keepsAlpha)
      return isDamaged ? [MediaWarning(.damaged)] : []
    }
  }

  private static func iconPicture(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan
  ) throws(ThumbnailError) -> ScaledPicture {
    do throws(FFmpegError) {
      return try IconDecoder.picture(
        from: source, wantedSide: plan.wantedSide, frameByteLimit: step.plannedBytes)
    } catch {
      throw error.thumbnailError
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

  /// Scales a frame to what is wanted, colours weighed by alpha.
  private static func reduced(
    _ frame: borrowing Frame, plan: DecodePlan
  ) throws(ThumbnailError) -> ScaledPicture {
    // Stills use the whole range of their samples, whatever their header leaves open.
    let colour = Scaler.Colour(matrix: frame.codePoints.matrix, isFullRange: true)
    let mayBeTransparent = frame.samples?.hasAlpha == true || frame.samples?.isPalette == true
    do throws(FFmpegError) {
      return try Scaler.scale(
        frame, to: plan.targetSize(of: frame.size), as: mayBeTransparent ? .rgba8 : .rgb8,
        colour: colour)
    } catch {
      throw error.thumbnailError
    }
  }
}
