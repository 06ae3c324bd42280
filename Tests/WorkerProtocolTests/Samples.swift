import MediaTypes
import PreviewPlanning
import WorkerProtocol

/// Messages in which no value has its default.
enum Samples {
  static let step: DecodeStep = {
    var step = DecodeStep(
      .embedded, by: .nested, format: .heic,
      preview: EmbeddedPreview(
        role: .heifThumbnail, format: .jpeg, offset: 1 << 40, byteCount: 12_345,
        size: PixelSize(width: 320, height: 240), itemID: 7),
      size: PixelSize(width: 4032, height: 3024), shrink: 8, plannedBytes: 1 << 33,
      reason: "weil es paßt")
    step.untouchedBytes = 1 << 36
    return step
  }()

  static let plan: DecodePlan = {
    var plan = DecodePlan(
      steps: [
        step,
        DecodeStep(.full, by: .vips, format: .png, size: nil, plannedBytes: 5, reason: ""),
      ],
      plannedBytes: 1 << 34, displaySize: PixelSize(width: 3024, height: 4032), orientation: .left,
      codePoints: ColourFacts.CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true),
      wantedSide: 1024, rejected: [DecodePlan.RejectedStep(step, because: "stays at home")])
    plan.crop = PixelInsets(left: 1, top: 2, right: 3, bottom: 4)
    plan.exifBytes = 12..<(1 << 35)
    return plan
  }()

  static let options: ThumbnailOptions = {
    var options = ThumbnailOptions(sizes: [45, 256, 1024], format: .webp)
    options.quality = 91
    options.background = RGBColour(red: 1, green: 2, blue: 3)
    options.fit = .cover
    options.crop = .entropy
    options.embedded = .never
    options.frame = .seconds(-1.5)
    options.cover = .only
    options.sharpens = true
    options.profile = .keep
    options.keepsMetadata = true
    options.coding.isProgressive = true
    options.coding.chroma = .full
    options.coding.usesPalette = true
    options.makesPlaceholder = true
    return options
  }()

  static let job = DecodeJob(number: .max, plan: plan, options: options, measuresMemory: true)

  static let greeting = WorkerGreeting(
    landlockVersion: 7, gaps: ["seccomp: Operation not permitted (seccomp)"],
    libraries: ["libvips 8.14.1", "libavcodec 59.37.100"], missingFormats: ["jxl"])

  static let outcome: ThumbnailOutcome = {
    var outcome = ThumbnailOutcome(
      thumbnails: [
        EncodedThumbnail(
          askedSize: 256, size: PixelSize(width: 256, height: 192), format: .jpeg,
          bytes: (0..<1000).map { UInt8(truncatingIfNeeded: $0) }),
        EncodedThumbnail(
          askedSize: 45, size: PixelSize(width: 45, height: 34), format: .png, bytes: []),
      ],
      source: .lowMemory, displaySize: PixelSize(width: 3024, height: 4032),
      warnings: [MediaWarning(.truncated, "after 12 bytes"), MediaWarning(.damaged)])
    outcome.placeholder = Placeholder(
      thumbHash: [1, 0, 255], dominantColour: RGBColour(red: 201, green: 60, blue: 40))
    return outcome
  }()

  static let answer = DecodeAnswer(
    number: 3, result: .success(outcome),
    memory: JobMemory(peakGrowth: 9 << 20, fileGrowth: 2 << 20))

  static let refusal = DecodeAnswer(
    number: 4, result: .failure(ThumbnailError(.corrupt, "nichts zu sehen 🎈")))

  /// Every message as the bytes that travel.
  static let frames: [[UInt8]] = [
    job.frame, greeting.frame, answer.frameParts.flatMap { $0 },
    refusal.frameParts.flatMap { $0 },
  ]
}
