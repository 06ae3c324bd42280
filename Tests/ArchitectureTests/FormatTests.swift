import MediaTypes
import PreviewPlanning
import Testing

@Suite("Every format has its homes", .timeLimit(.minutes(1)))
struct FormatTests {
  @Test("The planner knows what each format costs", arguments: MediaFormat.shared)
  func planning(format: MediaFormat) throws {
    let plan = try Planner(capacity: 1 << 30).plan(
      for: Self.facts(of: format), options: ThumbnailOptions(sizes: [64]))
    #expect(!plan.steps.isEmpty)
    #expect(plan.plannedBytes > 0)
  }

  /// A small picture of a format, with a picture inside for formats that are shown by one.
  private static func facts(of format: MediaFormat) -> MediaFacts {
    var facts = MediaFacts(format: format)
    facts.size = PixelSize(width: 100, height: 80)
    facts.displaySize = facts.size
    facts.byteCount = 10_000
    facts.image.bitDepth = 8
    facts.image.channels = 3
    facts.previews = [
      EmbeddedPreview(
        role: .rawPreview, format: .jpeg, offset: 0, byteCount: 1000, size: facts.size)
    ]
    return facts
  }
}
