import DecoderWorkers
import MediaTypes
import PreviewPlanning
import Testing

/// Workers for stills, which have loaded less than others.
@Suite(.timeLimit(.minutes(2)))
struct WorkerKindTests {
  /// Ways into a file, and what becomes of one that a worker for stills cannot show.
  static let ways: [(decoders: [DecodeStep.Decoder], isShown: Bool)] = [
    ([.vips], false),
    ([.scaledJPEG, .vips], false),
    ([.ffmpegFrame], true),
    ([.heifItems, .vips], true),
    ([.vips, .ffmpegStill], true),
    ([.nested], true),
  ]

  @Test(
    "A file is given to a worker that has what its ways need, at the latest when one fails",
    arguments: ways)
  func kinds(decoders: [DecodeStep.Decoder], isShown: Bool) throws {
    var harness = try QueueHarness(workers: 1)
    try harness.submit("needs-all", by: decoders)
    let finished = try harness.finish()
    #expect(finished.count == 1)
    #expect(finished.first?.error?.code == (isShown ? nil : .unsupported))
  }

  @Test("One worker is changed for another once, and does the rest, stills too", arguments: [1, 2])
  func change(workers: Int) throws {
    var harness = try QueueHarness(workers: workers, budget: 128 << 20)
    for number in 0..<6 { try harness.submit("thumbnail \(10 + number)") }
    try harness.submit("needs-all", by: [.ffmpegFrame])
    for number in 0..<6 { try harness.submit("thumbnail \(20 + number)") }
    try harness.submit("needs-all", by: [.nested])
    let finished = try harness.finish()
    #expect(finished.count == 14 && finished.allSatisfy { $0.error == nil })
    #expect(Set(finished.compactMap(\.worker)).count <= 2 * workers)
    #expect(harness.queue.heldBytes <= QueueHarness.costs.fixed + QueueHarness.costs.worker)
  }
}
