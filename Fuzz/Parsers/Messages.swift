// Rooms: MediaTypes MemoryBudget PreviewPlanning WorkerProtocol
// Sanitizers: address

import MediaTypes
import PreviewPlanning
import WorkerProtocol

/// Messages that somebody sends who has taken over a worker; what is understood must be what is
/// said again.
enum Messages: ParserUnderTest {
  static let ownSeeds: [[UInt8]] = {
    var options = ThumbnailOptions(sizes: [45, 256], format: .webp)
    options.background = RGBColour(red: 1, green: 2, blue: 3)
    options.frame = .seconds(-1.5)
    var outcome = ThumbnailOutcome(
      thumbnails: [
        EncodedThumbnail(
          askedSize: 256, size: PixelSize(width: 256, height: 192), format: .jpeg,
          bytes: [UInt8](repeating: 7, count: 100))
      ],
      source: .lowMemory, displaySize: PixelSize(width: 3024, height: 4032),
      warnings: [MediaWarning(.truncated, "after 12 bytes")])
    outcome.placeholder = Placeholder(
      thumbHash: [1, 0, 255], dominantColour: RGBColour(red: 201, green: 60, blue: 40))
    let messages = [
      DecodeJob(number: 7, plan: plan, options: options, measuresMemory: true).frame,
      WorkerGreeting(
        landlockVersion: 7, gaps: ["seccomp"], libraries: ["libvips 8.14.1"],
        missingFormats: ["jxl"]
      ).frame,
      DecodeAnswer(
        number: 3, result: .success(outcome),
        memory: JobMemory(peakGrowth: 9 << 20, fileGrowth: 2 << 20)
      ).frameParts.flatMap { $0 },
      DecodeAnswer(number: 4, result: .failure(ThumbnailError(.corrupt, "no more")))
        .frameParts.flatMap { $0 },
    ]
    // As frames, and as bodies.
    return messages + messages.map { Array($0.dropFirst(13)) }
  }()

  private static let plan: DecodePlan = {
    let step = DecodeStep(
      .embedded, by: .nested, format: .heic,
      preview: EmbeddedPreview(
        role: .heifThumbnail, format: .jpeg, offset: 1 << 40, byteCount: 12_345,
        size: PixelSize(width: 320, height: 240), itemID: 7),
      size: PixelSize(width: 4032, height: 3024), shrink: 8, plannedBytes: 1 << 33, reason: "small")
    var plan = DecodePlan(
      steps: [step], plannedBytes: 1 << 34, displaySize: PixelSize(width: 3024, height: 4032),
      orientation: .left,
      codePoints: ColourFacts.CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true),
      wantedSide: 1024)
    plan.crop = PixelInsets(left: 1, top: 2, right: 3, bottom: 4)
    plan.exifBytes = 12..<(1 << 35)
    return plan
  }()

  static func seed(from fixture: [UInt8]) -> [UInt8]? { nil }

  static func read(_ bytes: [UInt8], pixelLimit: Int) -> Verdict {
    var understood = false
    // Most inputs are no frame: their bytes are also taken as bodies.
    for kind in Frame.Kind.allCases where understand(Frame(kind: kind, body: bytes)) {
      understood = true
    }
    var assembler = FrameAssembler(bodyLimit: 1 << 16)
    var rest = bytes[...]
    while let frame = try? assembler.take(&rest) {
      if understand(frame) { understood = true }
    }
    return understood ? .made : .refused
  }

  private static func understand(_ frame: Frame) -> Bool {
    if frame.kind == .job {
      guard let job = try? DecodeJob(body: frame.body) else { return false }
      let again = try? DecodeJob(body: Array(job.frame.dropFirst(13)))
      // A number that is none equals nothing.
      precondition(again?.frame == job.frame, "a job is said otherwise than it was understood")
      return true
    }
    switch try? WorkerMessage(frame) {
    case .ready(let greeting):
      let again = try? WorkerGreeting(body: Array(greeting.frame.dropFirst(13)))
      precondition(again == greeting, "a greeting is said otherwise than it was understood")
    case .answer(let answer):
      let said = Array(answer.frameParts.joined().dropFirst(13))
      precondition((try? DecodeAnswer(body: said)) == answer, "an answer is said otherwise")
    case nil: return false
    }
    return true
  }
}
