import DecoderWorkers
import MediaTypes
import PreviewPlanning
import Testing

/// Workers that have loaded less than others.
@Suite(.timeLimit(.minutes(2)))
struct LibrarySetTests {
  /// Ways into a file, and what becomes of one that needs what the worker may not have loaded.
  struct Case: CustomTestStringConvertible, Sendable {
    let order: String
    let decoders: [DecodeStep.Decoder]
    var format = MediaFormat.jpeg
    let isShown: Bool
    var testDescription: String { "\(order) by \(decoders.map(\.rawValue)), \(format)" }
  }

  static let cases = [
    Case(order: "needs-ffmpeg", decoders: [.vips], isShown: false),
    Case(order: "needs-ffmpeg", decoders: [.scaledJPEG, .vips], isShown: false),
    Case(order: "needs-ffmpeg", decoders: [.vips], format: .jxl, isShown: false),
    Case(order: "needs-ffmpeg", decoders: [.ffmpegFrame], isShown: true),
    Case(order: "needs-ffmpeg", decoders: [.heifItems, .vips], format: .heic, isShown: true),
    Case(order: "needs-ffmpeg", decoders: [.vips, .ffmpegStill], isShown: true),
    Case(order: "needs-ffmpeg", decoders: [.nested], isShown: true),
    Case(order: "needs-modules", decoders: [.vips], isShown: false),
    Case(order: "needs-modules", decoders: [.ffmpegFrame], isShown: false),
    Case(order: "needs-modules", decoders: [.vips], format: .pdf, isShown: true),
    Case(order: "needs-modules", decoders: [.heifItems, .vips], format: .heic, isShown: true),
    Case(order: "needs-modules", decoders: [.jxlGroups], format: .jxl, isShown: true),
    Case(order: "needs-modules", decoders: [.nested], isShown: true),
  ]

  @Test(
    "A file is given to a worker that has what its ways need, at the latest when one fails",
    arguments: cases)
  func ways(_ example: Case) throws {
    var harness = try QueueHarness(workers: 1)
    try harness.submit(example.order, by: example.decoders, format: example.format)
    let finished = try harness.finish()
    #expect(finished.count == 1)
    #expect(finished.first?.error?.code == (example.isShown ? nil : .unsupported))
  }

  @Test(
    "A worker that lacks libraries is changed once for each, and does the rest", arguments: [1, 2])
  func change(workers: Int) throws {
    var harness = try QueueHarness(workers: workers, budget: 128 << 20)
    for number in 0..<6 { try harness.submit("thumbnail \(10 + number)") }
    try harness.submit("needs-ffmpeg", by: [.ffmpegFrame])
    for number in 0..<6 { try harness.submit("thumbnail \(20 + number)") }
    try harness.submit("needs-modules", format: .pdf)
    try harness.submit("needs-ffmpeg", by: [.nested])
    let finished = try harness.finish()
    #expect(finished.count == 15 && finished.allSatisfy { $0.error == nil })
    #expect(Set(finished.compactMap(\.worker)).count <= 3 * workers)
    #expect(harness.queue.heldBytes <= QueueHarness.costs.fixed + QueueHarness.costs.worker)
  }

  @Test("Workers that are changed before they are ready are no failure")
  func changedEarly() throws {
    var harness = try QueueHarness(workers: 1, budget: 128 << 20)
    let needs: [(String, DecodeStep.Decoder)] = [
      ("thumbnail 10", .vips), ("needs-ffmpeg", .ffmpegFrame),
    ]
    for _ in 0..<6 {
      for (order, decoder) in needs { try harness.submit(order, by: [decoder]) }
      harness.queue.cancel { _ in true }
    }
    try harness.submit("needs-modules", format: .pdf)
    let finished = try harness.finish()
    #expect(harness.queue.failure == nil)
    #expect(finished.count == 1 && finished.allSatisfy { $0.error == nil })
  }
}
