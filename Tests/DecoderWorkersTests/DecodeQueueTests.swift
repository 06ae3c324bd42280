import DecoderWorkers
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct DecodeQueueTests {
  @Test("Every job is answered once, by as many workers as are allowed", arguments: [1, 2, 4])
  func manyJobs(workers: Int) throws {
    var harness = try QueueHarness(workers: workers, budget: 128 << 20)
    for number in 0..<40 { try harness.submit("thumbnail \(1000 + number)") }
    let finished = try harness.finish()
    #expect(Set(finished.map(\.tag)) == Set((0..<40).map { "thumbnail \(1000 + $0)" }))
    #expect(finished.count == 40)
    for job in finished {
      let outcome = try job.result.get()
      #expect("thumbnail \(outcome.thumbnails[0].bytes.count)" == job.tag)
    }
    let processes = Set(finished.compactMap(\.worker))
    #expect(processes.count <= workers)
    #expect(processes.count > 1 || workers == 1)
  }

  @Test("A refusal is an answer, and costs no worker")
  func refusal() throws {
    var harness = try QueueHarness(workers: 1)
    try harness.submit("refuse")
    try harness.submit("thumbnail 10")
    try harness.submit("refuse")
    try harness.submit("thumbnail 11")
    let finished = try harness.finish()
    #expect(finished.count(where: { $0.error?.code == .corrupt }) == 2)
    #expect(Set(finished.compactMap(\.worker)).count == 1)
  }

  @Test("Thumbnails of several sizes and of megabytes come through a socket that is smaller")
  func largeAnswers() throws {
    var harness = try QueueHarness()
    try harness.submit("thumbnail 4000000", sizes: [1024, 1025, 1026])
    let finished = try harness.finish()
    let outcome = try #require(finished.first).result.get()
    #expect(outcome.thumbnails.map(\.bytes.count) == [4_000_000, 4_000_000, 4_000_000])
    #expect(outcome.thumbnails.map(\.askedSize) == [1024, 1025, 1026])
  }

  @Test(
    "A worker that dies is replaced, and its file tried again alone, then reported",
    arguments: [
      "signal 11", "signal 6", "signal 9", "exit 0", "exit 3", "garbage", "half", "other-number",
      "not-a-jpeg", "too-large", "too-few", "endless", "other-header", "other-coding", "no-pixels",
      "negative-picture", "no-bytes", "greets-again", "commands",
    ])
  func deaths(order: String) throws {
    var harness = try QueueHarness(workers: 1)
    try harness.submit("thumbnail 10")
    try harness.submit(order)
    try harness.submit("thumbnail 11")
    let finished = try harness.finish()
    #expect(finished.count == 3)
    let dead = try #require(finished.first { $0.tag == order })
    #expect(dead.error?.code == .crashed)
    #expect(dead.reservedBytes == harness.queue.capacity)
    #expect(finished.compactMap(\.worker).count == 2)
    #expect(Set(finished.compactMap(\.worker)).count == 2)
    #expect(harness.queue.heldBytes == QueueHarness.costs.fixed)
  }

  @Test("A file that dies with little memory gets its thumbnail with all of it")
  func retry() throws {
    var harness = try QueueHarness()
    try harness.submit("crashes-below 40")
    try harness.submit("needs 40")
    for number in 0..<4 { try harness.submit("thumbnail \(10 + number)") }
    let finished = try harness.finish()
    #expect(finished.count == 6)
    #expect(finished.allSatisfy { $0.error == nil })
  }

  @Test("A way that takes more is tried with more, once those before it show nothing")
  func laterWays() throws {
    var harness = try QueueHarness()
    try harness.submit("shows-from 20", planned: 1, later: [1, 20, 40])
    try harness.submit("refuse", planned: 1, later: [30])
    try harness.submit("thumbnail 10", planned: 2, later: [40])
    let finished = try harness.finish()
    #expect(finished.count == 3)
    let shown = try #require(finished.first { $0.tag == "shows-from 20" })
    #expect(shown.error == nil && shown.reservedBytes == 20 << 20)
    let refused = try #require(finished.first { $0.tag == "refuse" })
    #expect(refused.error?.code == .corrupt && refused.reservedBytes == 30 << 20)
    let made = try #require(finished.first { $0.tag == "thumbnail 10" })
    #expect(made.error == nil && made.reservedBytes == 2 << 20)
    #expect(harness.queue.heldBytes <= QueueHarness.costs.fixed + QueueHarness.costs.worker)
  }

  @Test("A file that needs more than everything is refused as over budget")
  func overBudget() throws {
    var harness = try QueueHarness()
    try harness.submit("needs 51")
    try harness.submit("needs 50")
    let finished = try harness.finish()
    #expect(finished.first { $0.tag == "needs 51" }?.error?.code == .overBudget)
    #expect(finished.first { $0.tag == "needs 50" }?.error == nil)
  }

  @Test("A decoder that takes more than it was promised meets the kernel's limit")
  func hardStop() throws {
    var harness = try QueueHarness()
    try harness.submit("take 30", planned: 1)
    try harness.submit("take 200", planned: 1)
    try harness.submit("thumbnail 10")
    let finished = try harness.finish()
    #expect(finished.count == 3)
    #expect(finished.first { $0.tag == "take 200" }?.error != nil)
    #expect(finished.first { $0.tag == "thumbnail 10" }?.error == nil)
  }

  @Test(
    "A worker that hangs or is stopped is ended when its time is over",
    arguments: ["hang", "signal \(SIGSTOP)", "sleep 10000"])
  func hanging(order: String) throws {
    var harness = try QueueHarness(workers: 1, timeout: .milliseconds(700))
    try harness.submit(order)
    try harness.submit("thumbnail 10")
    var finished: [DecodeQueue<String>.Finished] = []
    let elapsed = try ContinuousClock().measure { finished = try harness.finish() }
    #expect(finished.count == 2)
    #expect(finished.first { $0.tag == order }?.error?.code == .timedOut)
    #expect(finished.first { $0.tag == "thumbnail 10" }?.error == nil)
    #expect(elapsed < .seconds(8))
  }

  @Test("A worker that keeps memory is replaced")
  func growth() throws {
    var harness = try QueueHarness(workers: 1)
    try harness.submit("thumbnail 10")
    try harness.submit("thumbnail 11")
    try harness.submit("keep 8")
    try harness.submit("thumbnail 12")
    let finished = try harness.finish()
    let workers = finished.compactMap(\.worker)
    #expect(workers.count == 4)
    #expect(workers[0] == workers[1] && workers[1] == workers[2] && workers[2] != workers[3])
  }

  @Test("Jobs run side by side only as far as their bytes fit")
  func admission() throws {
    var harness = try QueueHarness(workers: 4)
    for number in 0..<6 { try harness.submit("sleep \(100 + number)", planned: 20) }
    #expect(harness.queue.workerNumbers.count == 2)
    #expect(harness.queue.heldBytes <= 64 << 20)
    #expect(try harness.finish().count == 6)
    #expect(harness.queue.peakHeldBytes <= 64 << 20)
  }

  @Test("A job that needs everything waits for the others, and idle workers make room for it")
  func largeJob() throws {
    var harness = try QueueHarness(workers: 3)
    for number in 0..<3 { try harness.submit("sleep \(50 + number)", planned: 4) }
    try harness.submit("thumbnail 10", planned: 50)
    try harness.submit("thumbnail 11", planned: 4)
    let finished = try harness.finish()
    #expect(finished.count == 5 && finished.allSatisfy { $0.error == nil })
    #expect(harness.queue.peakHeldBytes == 64 << 20)
    #expect(harness.queue.heldBytes <= 64 << 20)
  }

  @Test(
    "A program that does not work ends the run instead of failing every file",
    arguments: ["/bin/false", "/nowhere/thumbs-worker", "/bin/cat"])
  func falseStarts(program: String) throws {
    var harness = try QueueHarness(program: Array(program.utf8))
    try harness.submit("thumbnail 10")
    try harness.submit("thumbnail 11")
    let finished = try harness.finish()
    #expect(finished.isEmpty)
    let failure = harness.queue.failure
    #expect(failure?.description.contains(program) == true)
    #expect(Set(harness.queue.abandon()) == ["thumbnail 10", "thumbnail 11"])
  }

  @Test("What is abandoned is told, and its workers are gone")
  func abandonment() throws {
    var harness = try QueueHarness()
    for number in 0..<5 { try harness.submit("hang \(number)") }
    let workers = harness.queue.workerNumbers
    #expect(workers.count == 2)
    #expect(Set(harness.queue.abandon()) == Set((0..<5).map { "hang \($0)" }))
    let isEmpty = harness.queue.isEmpty
    #expect(isEmpty)
    #expect(harness.queue.heldBytes == QueueHarness.costs.fixed)
    for worker in workers { #expect(kill(worker, 0) == -1 && errno == ESRCH) }
  }

  @Test("A budget that does not pay for a worker is refused with what would do")
  func smallBudget() throws {
    #expect(throws: WorkerFailure.self) { _ = try QueueHarness(budget: QueueHarness.costs.fixed) }
    let harness = try QueueHarness(budget: QueueHarness.costs.fixed + 1)
    #expect(harness.queue.capacity == 1)
  }

  @Test("A queue that goes takes its workers along, busy ones too")
  func orphans() throws {
    var harness = try QueueHarness(workers: 2)
    try harness.submit("hang")
    try harness.submit("thumbnail 10")
    _ = try harness.finish(1)
    let workers = harness.queue.workerNumbers
    #expect(workers.count == 2)
    harness = try QueueHarness()
    for worker in workers { #expect(kill(worker, 0) == -1 && errno == ESRCH) }
  }

  @Test("A worker that answers twice harms no other file")
  func chatter() throws {
    var harness = try QueueHarness(workers: 1)
    for number in 0..<4 { try harness.submit(number == 1 ? "twice" : "thumbnail \(10 + number)") }
    let finished = try harness.finish()
    #expect(finished.count == 4)
    #expect(finished.allSatisfy { $0.error == nil || $0.tag == "twice" })
  }
}
