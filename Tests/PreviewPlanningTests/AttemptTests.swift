import MediaTypes
import PreviewPlanning
import Testing

@Suite("Attempts of a plan")
struct AttemptTests {
  private func plan(_ megabytes: [UInt64], source: PreviewSource = .full) -> DecodePlan {
    let steps = megabytes.map {
      DecodeStep(source, by: .vips, format: .jpeg, size: nil, plannedBytes: $0 << 20, reason: "")
    }
    return DecodePlan(
      steps: steps, plannedBytes: steps[0].plannedBytes, displaySize: nil, orientation: .up,
      codePoints: nil, wantedSide: 256)
  }

  @Test(
    "Every way is tried once, in order, and each with what it takes or more",
    arguments: [[5], [5, 5], [5, 3, 9, 2], [1, 2, 3, 4], [4, 3, 2, 1], [1, 9, 1, 9, 10]])
  func order(megabytes: [UInt64]) {
    var tried: [UInt64] = []
    var next: DecodePlan? = plan(megabytes)
    while let now = next {
      let attempt = now.attempt
      #expect(!attempt.steps.isEmpty)
      for step in attempt.steps { #expect(step.plannedBytes <= attempt.plannedBytes) }
      #expect(attempt.plannedBytes == attempt.steps.first?.plannedBytes)
      #expect(attempt.later == nil)
      tried += attempt.steps.map { $0.plannedBytes >> 20 }
      next = now.later
    }
    #expect(tried == megabytes)
  }

  @Test("A preview that does not serve says less than the picture")
  func telling() {
    let picture = ThumbnailError(.corrupt, "the picture")
    let cover = ThumbnailError(.noPreview, "the cover")
    #expect(plan([1], source: .cover).telling(picture, or: cover) == picture)
    #expect(plan([1], source: .full).telling(cover, or: picture) == picture)
    #expect(plan([1], source: .cover).telling(nil, or: cover) == cover)
  }

  @Test("A video's frame is decoded on to only where key frames tell nothing or memory lacked")
  func video() throws {
    var facts = MediaFacts(format: .mp4)
    facts.size = PixelSize(width: 1920, height: 1080)
    facts.codec = "h264"
    var options = ThumbnailOptions()
    options.cover = .avoid
    let plan = try Planner(capacity: 100 << 20).plan(for: facts, options: options)
    #expect(plan.attempt.steps.map(\.decoder) == [.ffmpegTellingFrame])
    let later = try #require(plan.later)
    let cases: [(ThumbnailError.Code, [DecodeStep.Decoder])] = [
      (.noPreview, [.ffmpegFrameGroup, .ffmpegFrame, .ffmpegFrame, .attachedPicture]),
      (.overBudget, [.ffmpegFrameGroup, .ffmpegFrame, .ffmpegFrame, .attachedPicture]),
      // Reduced while it decodes.
      (.corrupt, [.ffmpegFrame, .attachedPicture]),
      (.unsupported, [.ffmpegFrame, .attachedPicture]), (.timedOut, []),
    ]
    for (code, decoders) in cases {
      let next = later.worthTrying(after: ThumbnailError(code, ""), of: plan.attempt)
      #expect(next?.steps.map(\.decoder) ?? [] == decoders, "\(code)")
      #expect(next?.plannedBytes == next?.steps.first?.plannedBytes)
    }
    options.frame = .seconds(4)
    let inside = try Planner(capacity: 100 << 20).plan(for: facts, options: options)
    #expect(inside.steps.first?.decoder == .ffmpegFrameGroup)
    let narrow = try Planner(capacity: 15 << 20).plan(for: facts, options: options)
    #expect(narrow.steps.first?.decoder == .ffmpegFrame)
  }

  @Test("Files that cannot be read are not tried in other ways")
  func worth() {
    for code in [ThumbnailError.Code.unreadable, .vanished, .timedOut, .cancelled] {
      #expect(!ThumbnailError(code, "").isWorthAnotherWay)
    }
    #expect(ThumbnailError(.corrupt, "").isWorthAnotherWay)
    #expect(ThumbnailError(.overBudget, "").isWorthAnotherWay)
  }
}
