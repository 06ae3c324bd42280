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
    var raster = try decodedRaster(from: source, step: step, plan: plan, budget: budget)
    if try FileEnding.isMissing(of: source, format: step.format) {
      raster.warnings.append(
        MediaWarning(.truncated, "the file ends before its picture does; get the file anew"))
    }
    return raster
  }

  private static func decodedRaster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    if step.format == .ico || step.format == .cur {
      let picture = try iconPicture(from: source, step: step, plan: plan)
      return try raster(
        of: picture, colour: .sRGB, orientation: .up, isDamaged: false, budget: budget)
    }
    let frame = try decoded(from: source, step: step)
    if FloatReduction.takes(frame.samples) {
      return try sceneRaster(of: frame, plan: plan, budget: budget)
    }
    let mayBeTransparent = frame.samples?.hasAlpha == true || frame.samples?.isPalette == true
    var picture = try reduced(frame, plan: plan, keepsAlpha: mayBeTransparent)
    if step.format == .tga, picture.isInvisible {
      // Writers leave the fourth byte at zero where they mean no alpha by it.
      picture = try reduced(frame, plan: plan, keepsAlpha: false)
    }
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

  /// A raster of linear light, from which the finisher makes what a display shows.
  private static func sceneRaster(
    of frame: borrowing Frame, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let size = PNGScale.reducedSize(of: frame.size, wantedSide: plan.wantedSide)
    let hasAlpha = FloatReduction.channelCount(of: frame.samples) == 4
    let isDamaged = frame.isDamaged
    var failure: FFmpegError?
    var pixels = [UInt8](repeating: 0, count: size.width * size.height * (hasAlpha ? 16 : 12))
    unsafe pixels.withUnsafeMutableBytes { buffer in
      do throws(FFmpegError) {
        unsafe try FloatReduction.reduce(frame, to: size, into: buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure.thumbnailError }
    var raster = unsafe try Raster.filled(
      size: size, layout: PixelLayout(.float32, .rgb, hasAlpha: hasAlpha), colour: .sRGB,
      orientation: plan.orientation, budget: budget
    ) { buffer in
      unsafe pixels.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
      return isDamaged ? [MediaWarning(.damaged)] : []
    }
    raster.wholeSize = frame.size
    return raster
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
    _ frame: borrowing Frame, plan: DecodePlan, keepsAlpha: Bool
  ) throws(ThumbnailError) -> ScaledPicture {
    // Stills use the whole range of their samples, whatever their header leaves open.
    let colour = Scaler.Colour(matrix: frame.codePoints.matrix, isFullRange: true)
    do throws(FFmpegError) {
      return try Scaler.scale(
        frame, to: plan.targetSize(of: frame.size), as: keepsAlpha ? .rgba8 : .rgb8,
        colour: colour)
    } catch {
      throw error.thumbnailError
    }
  }
}
