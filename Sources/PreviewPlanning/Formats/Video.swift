internal import MediaTypes

/// Videos: one frame, or a cover.
enum Video: FormatPlanning {
  static let formats: [MediaFormat] = MediaFormat.videos

  static func steps(for request: PlanRequest) -> [DecodeStep] {
    let size = request.facts.size
    let frames = frameStep(for: request, size: size).map { [$0] } ?? []
    let covers = Cover.steps(for: request)
    switch request.options.cover {
    case .prefer: return covers + frames
    case .avoid: return frames + covers
    case .only: return covers
    }
  }

  private static func frameStep(for request: PlanRequest, size: PixelSize?) -> DecodeStep? {
    // A stream that does not say its size is charged as full HD; the decoder checks.
    let frame = size ?? PixelSize(width: 1920, height: 1088)
    var sum = ByteSum(8 << 20)
    FinishCost.add(to: &sum, for: request)
    sum.add((request.facts.tracks.bitDepth ?? 8) > 8 ? 8 : 4, perPixelOf: frame)
    guard let bytes = sum.total else { return nil }
    return DecodeStep(
      .frame, by: .ffmpegFrame, format: request.format, size: size, plannedBytes: bytes,
      reason: "one key frame")
  }
}

/// Sound files: their cover.
enum Audio: FormatPlanning {
  static let formats: [MediaFormat] = MediaFormat.audio

  static func steps(for request: PlanRequest) -> [DecodeStep] { Cover.steps(for: request) }
}

/// Covers of videos and of sound files.
enum Cover {
  /// What a cover takes whose size is not known: a progressive JPEG of 3 megapixels.
  private static let unknownCoverBytes: UInt64 = 20 << 20

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
