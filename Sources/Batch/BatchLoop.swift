import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// A file on its way through the decoders.
struct PendingFile {
  let file: FoundFile
  let facts: MediaFacts
  let status: FileStatus
  /// Why only a preview or a cover of it is tried, where that is so.
  let refusal: ThumbnailError?
  let start: SuspendingClock.Instant
}

/// The supervisor's loop: one thread that waits for everything at one place.
///
/// ```
/// feed: walk ─► up to date? ─► open ─► look ─► plan ─► queue
/// wait: workers, signals, a list that comes through a pipe, the clock
/// take: answers ─► write ─► report
/// ```
final class BatchLoop {
  /// What a loop works on.
  struct Parts {
    let inputs: BatchInputs
    let tree: OutputTree
    let upToDate: UpToDateCheck
    let report: ReportWriter?
    let queue: DecodeQueue<PendingFile>.Settings
  }

  /// Files that are looked into before workers and signals are asked again.
  private static let filesAtOnce = 32
  /// Entries that are counted before anything else goes on.
  private static let countedAtOnce = 512
  private static let progressInterval = Duration.milliseconds(100)

  let options: BatchOptions
  let parts: Parts
  let planner: Planner
  let naming: OutputNaming
  let clock = SuspendingClock()
  var queue: DecodeQueue<PendingFile>

  private let observe: (BatchEvent) -> Void
  private let signals: Int32?
  private let start: SuspendingClock.Instant
  private var counts = BatchCounts()
  private var counting: FileCount?
  private var total: Int?
  private var nextProgress: SuspendingClock.Instant
  private var hasMore = true
  private var waitsFor: Int32?
  private var isOverdue = false
  private var failure: BatchFailure?

  /// Prepares a loop.
  ///
  /// - Parameters:
  ///   - options: What is wanted.
  ///   - parts: What it works on.
  ///   - signals: A descriptor that is readable once the run shall end.
  ///   - observe: Told of every file and of progress.
  /// - Throws: `BatchFailure` where the budget does not pay for a worker.
  init(
    _ options: BatchOptions, _ parts: Parts, signals: Int32?,
    _ observe: @escaping (BatchEvent) -> Void
  ) throws(BatchFailure) {
    self.options = options
    self.parts = parts
    self.signals = signals
    self.observe = observe
    naming = OutputNaming(options.thumbnails)
    do throws(WorkerFailure) {
      queue = try DecodeQueue(parts.queue)
    } catch {
      throw BatchFailure(.usage, error.description)
    }
    planner = Planner(capacity: queue.capacity)
    start = clock.now
    nextProgress = start
    if options.countsFirst { counting = FileCount(options.inputs, excluded: parts.tree.identity) }
  }

  /// Works until all is done, or until a signal.
  ///
  /// - Parameter nextSignal: Gives a signal that came.
  /// - Returns: The signal that ended it.
  /// - Throws: `BatchFailure` where it cannot go on.
  func run(nextSignal: () -> Int32?) throws(BatchFailure) -> Int32? {
    var stopSignal = nextSignal()
    while failure == nil, stopSignal == nil, hasMore || !queue.isEmpty {
      checkDeadline()
      count()
      feed()
      take(afterWait())
      tellProgress()
      stopSignal = nextSignal()
    }
    if let stopSignal {
      abandon(because: ThumbnailError(.cancelled, "the run was ended by signal \(stopSignal)"))
    }
    if let failure { throw failure }
    observe(.progress(progress))
    return stopSignal
  }

  /// What became of the run.
  func summary(stopSignal: Int32?) -> BatchSummary {
    BatchSummary(
      counts: counts, elapsed: clock.now - start,
      processorTime: Syscalls.processorTime() + Syscalls.processorTime(ofChildren: true),
      peakHeldBytes: queue.peakHeldBytes, outputDirectory: parts.tree.path,
      stopSignal: stopSignal,
      readNothing: !parts.inputs.hasOpenedAny && counts.made + counts.current == 0)
  }

  /// Writes the line of a file that is done.
  func finish(_ record: FileRecord) {
    counts.add(record)
    if let report = parts.report, failure == nil {
      do throws(SystemError) {
        if try !report.write(record, unless: signals) { hasMore = false }
      } catch {
        failure = BatchFailure(
          error.isBrokenPipe ? .readerGone : .output, "cannot write the report: \(error)")
      }
    }
    observe(.file(record))
  }

  private func feed() {
    var count = 0
    waitsFor = nil
    while hasMore, failure == nil, queue.wantsMore, count < BatchLoop.filesAtOnce {
      count += 1
      switch parts.inputs.next() {
      case .file(let file):
        if isOverdue {
          finish(file.record(.failed, BatchLoop.overdue))
        } else if let record = begin(file) {
          finish(record)
        }
      case .record(let record): finish(record)
      case .waits(let descriptor):
        waitsFor = descriptor
        return
      case .end: hasMore = false
      }
    }
  }

  /// Waits for workers, signals and lists; not at all where more files could be fed.
  private func afterWait() -> PollSet {
    var poll = PollSet()
    queue.register(in: &poll)
    if let signals { poll.add(signals, .readable) }
    if let waitsFor { poll.add(waitsFor, .readable) }
    do throws(SystemError) {
      try poll.wait(atMost: timeToWait)
    } catch {
      failure = BatchFailure(.worker, "cannot wait for the workers: \(error)")
    }
    return poll
  }

  private var timeToWait: Duration {
    if counting != nil || (hasMore && queue.wantsMore && waitsFor == nil) { return .zero }
    let now = clock.now
    let ends = [
      queue.timeToWait, nextProgress - now, options.deadline.map { start.advanced(by: $0) - now },
    ]
    return max(.zero, ends.compactMap { $0 }.min() ?? .zero)
  }

  private func take(_ poll: PollSet) {
    for done in queue.advance(after: poll) { finish(record(of: done)) }
    if let error = queue.failure { failure = BatchFailure(.worker, error.description) }
    if let waitsFor, poll.isReady(waitsFor), let record = parts.inputs.readList() {
      finish(record)
    }
  }

  private static let overdue = ThumbnailError(.timedOut, "the time for the whole run was over")

  private func checkDeadline() {
    guard let deadline = options.deadline, !isOverdue, clock.now - start >= deadline else { return }
    isOverdue = true
    abandon(because: BatchLoop.overdue)
  }

  private func abandon(because error: ThumbnailError) {
    for pending in queue.abandon() { finish(failed(pending, error)) }
  }

  private func count() {
    guard var counting else { return }
    if counting.advance(by: BatchLoop.countedAtOnce) {
      total = counting.total
      self.counting = nil
    } else {
      self.counting = counting
    }
  }

  private var progress: BatchProgress {
    BatchProgress(
      counts: counts, total: total, heldBytes: queue.heldBytes, elapsed: clock.now - start)
  }

  private func tellProgress() {
    let now = clock.now
    guard now >= nextProgress else { return }
    nextProgress = now.advanced(by: BatchLoop.progressInterval)
    observe(.progress(progress))
  }
}
