import ByteSources
import DecoderWorkers
import Foundation
import MediaTypes
import MemoryBudget
import PreviewPlanning
import SystemCalls
import TestSupport
import Testing

/// A queue over the worker for tests, and files that tell it what to do.
struct QueueHarness: ~Copyable {
  static let worker = Array(
    ProcessRunner.productsDirectory.appending(path: "thumbs-test-worker")
      .path(percentEncoded: false).utf8)

  /// A worker that holds little, in a budget of 64 MB: 50 MB remain for decoding.
  static let costs = RunCosts(supervisor: 4 << 20, libraries: 4 << 20, worker: 6 << 20)

  let place: TemporaryDirectory
  var queue: DecodeQueue<String>
  private var fileCount: Int

  init(
    workers: Int = 2, timeout: Duration = .seconds(20), program: [UInt8] = QueueHarness.worker,
    budget: UInt64 = 64 << 20, requiresJail: Bool = false
  ) throws {
    let place = try TemporaryDirectory()
    var settings = DecodeQueue<String>.Settings(
      program: program, limit: MemoryLimit(byteCount: budget), workerLimit: workers,
      timeout: timeout)
    settings.costs = QueueHarness.costs
    settings.requiresJail = requiresJail
    let queue = try DecodeQueue<String>(settings)
    self.place = place
    self.queue = queue
    fileCount = 0
  }

  /// Submits a file with an order in it; the order is also its tag.
  mutating func submit(
    _ order: String, planned megabytes: UInt64 = 1, later more: [UInt64] = [],
    by decoders: [DecodeStep.Decoder] = [.vips], format: MediaFormat = .jpeg, sizes: [Int] = [256]
  ) throws {
    fileCount += 1
    let file = try place.write(Array(order.utf8), to: "\(fileCount)")
    let steps = ([megabytes] + more).flatMap { megabytes in
      decoders.map {
        DecodeStep(
          .scaled, by: $0, format: format, size: nil, plannedBytes: megabytes << 20, reason: "")
      }
    }
    let plan = DecodePlan(
      steps: steps, plannedBytes: megabytes << 20, displaySize: nil, orientation: .up,
      codePoints: nil, wantedSide: 256)
    queue.submit(
      try FileSource(path: Array(file.path(percentEncoded: false).utf8)), plan: plan,
      options: ThumbnailOptions(sizes: sizes), tag: order)
  }

  /// Waits until a number of jobs is done, or all.
  mutating func finish(
    _ count: Int = .max, within limit: Duration = .seconds(30)
  ) throws -> [DecodeQueue<String>.Finished] {
    let start = ContinuousClock.now
    var finished: [DecodeQueue<String>.Finished] = []
    while finished.count < count, !queue.isEmpty, queue.failure == nil {
      guard ContinuousClock.now - start < limit else {
        Issue.record("the queue hangs")
        break
      }
      var poll = PollSet()
      queue.register(in: &poll)
      try poll.wait(atMost: min(queue.timeToWait ?? .milliseconds(100), .milliseconds(100)))
      finished += queue.advance(after: poll)
    }
    return finished
  }
}

extension DecodeQueue.Finished {
  /// The number of the process that made the thumbnails.
  var worker: String? { (try? result.get())?.warnings.first?.detail }

  /// Why there are no thumbnails.
  var error: ThumbnailError? {
    if case .failure(let error) = result { error } else { nil }
  }
}
