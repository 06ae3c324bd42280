import MediaTypes
import PreviewPlanning
import Testing
import WorkerProtocol

@Suite(.timeLimit(.minutes(1)))
struct RoundTripTests {
  private func frame(of bytes: [UInt8], limit: UInt64 = 1 << 20) throws -> Frame {
    var assembler = FrameAssembler(bodyLimit: limit)
    var rest = bytes[...]
    let frame = try #require(try assembler.take(&rest))
    #expect(rest.isEmpty && !assembler.isInsideFrame)
    return frame
  }

  @Test("A job arrives as it was sent, without the ways that were not taken")
  func job() throws {
    let frame = try frame(of: Samples.job.frame)
    #expect(frame.kind == .job)
    let job = try DecodeJob(body: frame.body)
    #expect(job == Samples.job)
    #expect(job.plan.rejected.isEmpty && !Samples.plan.rejected.isEmpty)
  }

  @Test(
    "A choice of frame arrives as it was sent",
    arguments: [
      ThumbnailOptions.FrameChoice.first, .best, .seconds(12.25), .fraction(0.5),
    ])
  func frameChoice(_ choice: ThumbnailOptions.FrameChoice) throws {
    var job = Samples.job
    job.options.frame = choice
    #expect(try DecodeJob(body: frame(of: job.frame).body) == job)
  }

  @Test("Every shared format travels")
  func formats() throws {
    #expect(MediaFormat.shared.count > 20)
    for format in MediaFormat.shared {
      var job = Samples.job
      job.plan.steps[0].format = format
      #expect(try DecodeJob(body: frame(of: job.frame).body) == job)
    }
  }

  @Test("An answer arrives as it was sent", arguments: [Samples.answer, Samples.refusal])
  func answer(_ answer: DecodeAnswer) throws {
    let frame = try frame(of: answer.frameParts.flatMap { $0 })
    #expect(try WorkerMessage(frame) == .answer(answer))
  }

  @Test("A worker that is ready says so")
  func ready() throws {
    #expect(
      try WorkerMessage(frame(of: Samples.greeting.frame)) == .ready(Samples.greeting))
  }

  @Test("A job is no message of a worker")
  func direction() throws {
    let frame = try frame(of: Samples.job.frame)
    #expect(throws: ProtocolError.unknown("message from a worker")) {
      _ = try WorkerMessage(frame)
    }
  }

  @Test("Text that is too long is cut between signs")
  func longText() throws {
    for length in 4090...4100 {
      let text = String(repeating: "a", count: length - 4090) + String(repeating: "🎈", count: 1030)
      let sent = DecodeAnswer(number: 1, result: .failure(ThumbnailError(.corrupt, text)))
      let frame = try frame(of: sent.frameParts.flatMap { $0 })
      guard case .answer(let answer) = try WorkerMessage(frame),
        case .failure(let error) = answer.result
      else {
        Issue.record("not an answer")
        return
      }
      #expect(text.hasPrefix(error.message))
      #expect((4093...4096).contains(error.message.utf8.count))
    }
  }

  /// The wire knows each property by itself: one that is added here must be added there.
  @Test("No property was added that does not travel")
  func properties() {
    #expect(Mirror(reflecting: Samples.plan).children.count == 9)
    #expect(Mirror(reflecting: Samples.step).children.count == 9)
    #expect(Mirror(reflecting: Samples.options).children.count == 14)
    #expect(Mirror(reflecting: Samples.options.coding).children.count == 3)
    #expect(Mirror(reflecting: Samples.outcome).children.count == 5)
    #expect(Mirror(reflecting: Samples.outcome.thumbnails[0]).children.count == 4)
    #expect(Mirror(reflecting: Samples.outcome.warnings[0]).children.count == 2)
    #expect(
      Mirror(reflecting: Samples.step.preview as Any).children.first.map {
        Mirror(reflecting: $0.value).children.count
      } == 6)
  }
}
