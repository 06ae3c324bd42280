package import ByteSources
package import FFmpeg
package import MediaTypes
package import MemoryBudget
package import Pixels
package import PreviewPlanning

/// Videos: a step of a plan becomes a raster of one frame.
package enum VideoDecoder {
  /// Decodes one frame of a video, as a person would choose it.
  ///
  /// Blocks until the pixels are there. The raster is 8-bit sRGB, not yet turned upright; with
  /// its longer side at the wanted size, or at the video's own where that is smaller. It has alpha
  /// where a pixel is transparent.
  ///
  /// - Parameters:
  ///   - source: The bytes of the video.
  ///   - step: How to decode.
  ///   - plan: The plan that the step belongs to.
  ///   - options: Which frame is wanted.
  ///   - budget: What the job may hold; the raster's reservation is taken from it.
  ///   - shouldStop: Asked between reads and packets; the lever that ends a decode.
  /// - Returns: The pixels, with the warning `truncated` or `damaged` where they are not whole.
  /// - Throws: `unsupported` where nothing here decodes the stream, `corrupt` where nothing in it
  ///   can be shown, `noPreview` where there are no moving pictures, `overBudget`, `unreadable`,
  ///   `timedOut` where the stop check said so.
  package static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, options: ThumbnailOptions,
    budget: MemoryBudget, shouldStop: @escaping StopCheck = { false }
  ) throws(ThumbnailError) -> Raster {
    let order = FrameOrder(
      format: step.format, choice: options.frame, wantedSide: plan.wantedSide,
      cut: ContainerCut(plan, step),
      plannedBytes: budget.byteCount, bandReduction: step.shrink,
      search: step.decoder == .ffmpegFrameGroup ? .group : .keyFrames, shouldStop: shouldStop)
    let shown = try frame(of: source, order: order)
    if step.decoder == .ffmpegTellingFrame, shown.measure.isBlank {
      throw FFmpegError.noTellingFrame.thumbnailError
    }
    let layout: PixelLayout = shown.hasAlpha ? .rgba8 : .rgb8
    return unsafe try Raster.filled(
      size: shown.size, layout: layout, orientation: shown.orientation, budget: budget
    ) { target in
      unsafe shown.write(into: target)
      return shown.warnings
    }
  }

  private static func frame(
    of source: any ByteSource, order: FrameOrder
  ) throws(ThumbnailError) -> ShownFrame {
    do throws(FFmpegError) {
      return try FrameSearch.frame(of: source, order: order)
    } catch {
      throw error.thumbnailError
    }
  }

  /// The bytes of the picture that is shown for a file, such as an album's cover.
  ///
  /// Attached pictures go before attached files; among files those named `cover` before
  /// `small_cover`, `cover_land` and `small_cover_land`, and these before other pictures.
  /// Source: Matroska, "Attachments" § "Cover Art".
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - format: What the sniffer says it is.
  ///   - byteLimit: The most bytes a cover may have.
  ///   - shouldStop: Asked between reads.
  /// - Returns: The picture's own file, such as a JPEG, or `nil` where there is none.
  /// - Throws: `corrupt` where the file cannot be opened, `unsupported` where nothing here opens
  ///   its format, `unreadable`, `timedOut`.
  package static func coverBytes(
    from source: any ByteSource, format: MediaFormat, byteLimit: Int = 32 << 20,
    shouldStop: @escaping StopCheck = { false }
  ) throws(ThumbnailError) -> [UInt8]? {
    do throws(FFmpegError) {
      return try CoverSearch.bytes(
        from: source, format: format, byteLimit: byteLimit, shouldStop: shouldStop)
    } catch {
      throw error.thumbnailError
    }
  }
}

/// What is asked of the search for a frame.
struct FrameOrder: Sendable {
  /// Which frames are looked at.
  enum Search: Sendable {
    /// Those that stand by themselves.
    case keyFrames
    /// Those that follow a key frame, which they need.
    case group
  }

  /// What the sniffer says the file is.
  var format: MediaFormat
  /// Which frame is wanted.
  var choice: ThumbnailOptions.FrameChoice
  /// The longest side that is wanted, in pixels.
  var wantedSide: Int
  /// What the container cuts off.
  var cut: ContainerCut?
  /// Bytes that the whole decode may take.
  var plannedBytes: UInt64
  /// By how much the frame is reduced while it decodes; 1 is not at all.
  var bandReduction = 1
  /// Which frames come into question.
  var search = Search.keyFrames
  /// Asked between reads and packets.
  var shouldStop: StopCheck
}
