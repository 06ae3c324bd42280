internal import MediaTypes

/// Videos: one frame, or a cover.
enum Video: FormatPlanning {
  static let formats: [MediaFormat] = MediaFormat.videos

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    let size = request.facts.size
    let frames = frameSteps(for: request, size: size)
    let covers = Cover.steps(for: request)
    switch request.options.cover {
    case .prefer: return covers + frames
    case .avoid: return frames + covers
    case .only: return covers
    }
  }

  /// A key frame by itself, then what costs more: a frame that needs those before it.
  ///
  /// Inside of a video the latter goes first. Where neither tells anything or can be had, any key
  /// frame; where a codec lets it be, one that is reduced while it decodes.
  private static func frameSteps(for request: PlanRequest, size: PixelSize?) -> [DecodeStep] {
    let codec = request.facts.tracks.videoCodec ?? request.facts.codec
    let step = { (decoder: DecodeStep.Decoder, reduction: Int) in
      frameStep(for: request, by: decoder, size: size, codec: codec, reduction: reduction)
    }
    let telling = request.options.frame.isInside ? nil : step(.ffmpegTellingFrame, 1)
    var steps = [telling, step(.ffmpegFrameGroup, 1), step(.ffmpegFrame, 1)]
    let reduction = VideoCost.bandReduction(of: size, wantedSide: request.wantedSide)
    if reduction > 1, let codec, VideoCost.bandedCodecs.contains(codec) {
      steps.append(step(.ffmpegFrame, reduction))
    }
    return steps.compactMap(\.self)
  }

  private static func frameStep(
    for request: PlanRequest, by decoder: DecodeStep.Decoder, size: PixelSize?, codec: String?,
    reduction: Int
  ) -> DecodeStep? {
    let facts = request.facts
    // Where few rows are held, it costs little to allow for deep samples that nobody has announced.
    let bitDepth = facts.tracks.bitDepth ?? (reduction > 1 ? 10 : nil)
    let cost = VideoCost(codec: codec, bitDepth: bitDepth)
    // The first frames of a movie are found without the tables of all the others.
    let readsWholeIndex =
      request.options.frame != .first || !MediaFormat.movies.contains(facts.format)
    guard
      let decode = cost.peakBytes(
        size: size, duration: readsWholeIndex ? facts.duration : nil,
        frameRate: facts.tracks.frameRate, bandReduction: reduction,
        fileByteCount: facts.byteCount)
    else { return nil }
    var sum = ByteSum(decode)
    if decoder == .ffmpegFrameGroup {
      guard let held = cost.heldBytes(size: size) else { return nil }
      sum.add(held)
      // Two reduced pictures are compared, of up to four samples of 16 bits.
      sum.add(
        UInt64(
          clamping: (size ?? PixelSize(width: 1920, height: 1088))
            .fitted(withinSide: request.wantedSide).area ?? .max), 8)
    }
    FinishCost.add(to: &sum, for: request)
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .frame, by: decoder, format: request.format, size: size, shrink: reduction,
      plannedBytes: bytes,
      reason: reduction > 1
        ? "one key frame, reduced while it decodes, with \(cost.bandRowCount) rows in memory"
        : reason(for: decoder))
  }

  private static func reason(for decoder: DecodeStep.Decoder) -> String {
    switch decoder {
    case .ffmpegTellingFrame: "one key frame that tells something"
    case .ffmpegFrameGroup: "a frame between key frames, with those that it needs"
    default: "one key frame"
    }
  }
}

extension MediaFormat {
  /// Containers of ISO base media, whose sample tables are read as far as they are needed.
  fileprivate static let movies: Set<MediaFormat> = [.mp4, .mov, .m4v, .threeGP, .threeG2, .mj2]
}

/// Sound files: their cover.
enum Audio: FormatPlanning {
  static let formats: [MediaFormat] = MediaFormat.audio

  static func steps(for request: PlanRequest) -> [DecodeStep] { Cover.steps(for: request) }
}

/// Covers of videos and of sound files.
enum Cover {
  /// What a cover takes whose size is not known: a JPEG of 2 megapixels, and the file's index; one
  /// that takes more is tried again with all there is.
  private static let unknownCoverBytes: UInt64 = 5 << 20

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    let known = EmbeddedPlanning.allSteps(for: request, source: .cover)
    guard known.isEmpty else { return known }
    return [
      DecodeStep(
        .cover, by: .attachedPicture, format: request.format, size: nil,
        plannedBytes: unknownCoverBytes, reason: "a picture that is attached to the file, if any")
    ]
  }
}
