import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import PreviewPlanning
import SystemCalls

/// The supervisor's loop: one thread that waits for everything at one place.
///
/// ```
/// feed: walk ─► known already? ─► open ─► look ─► plan ─► queue
/// wait: workers, signals, a list that comes through a pipe, the clock
/// take: answers ─► unchanged? ─► write ─► remember ─► report
/// ```
final class BatchLoop {
  /// What a loop works on.
  struct Parts {
    let inputs: BatchInputs
    let destination: any Destination
    let report: ReportWriter?
    let queue: DecodeQueue<PendingFile>.Settings
  }

  /// Files that are looked into before workers and signals are asked again.
  private static let filesAtOnce = 32
  /// Entries that are counted before anything else goes on.
  private static let countedAtOnce = 512
  /// So many thumbnails in a row may fail to be written before the run ends.
  private static let allowedOutputFailures = 100
  private static let progressInterval = Duration.milliseconds(100)

  let options: BatchOptions
  let parts: Parts
  let planner: Planner
  let clock = SuspendingClock()
  var queue: DecodeQueue<PendingFile>
  var twins = Twins()

  private let observe: (BatchEvent) -> Void
  private let signals: Int32?
  private let start: SuspendingClock.Instant
  private var counts = BatchCounts()
  private var order: LineOrder
  private var counting: FileCount?
  private var total: Int?
  private var nextProgress: SuspendingClock.Instant
  private var hasMore = true
  private var waitsFor: Int32?
  /// Thumbnails in a row that could not be written.
  private var outputFailures = 0
  private var isOverdue = false
  private var hasToldOfJail = false
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
    order = LineOrder(isKept: options.isOrdered)
    do throws(WorkerFailure) {
      queue = try DecodeQueue(parts.queue)
    } catch {
      throw BatchFailure(.usage, error.description)
    }
    planner = Planner(capacity: queue.capacity)
    start = clock.now
    nextProgress = start
    if options.countsFirst {
      counting = FileCount(
        options.inputs, excluded: parts.destination.excluded, selection: options.selection)
    }
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
      flush()
      take(afterWait())
      tellProgress()
      stopSignal = nextSignal()
    }
    if let stopSignal {
      let text =
        "the run was ended by signal \(stopSignal) before this file was done; run again to go on"
      abandon(because: ThumbnailError(.cancelled, text))
    }
    close(isComplete: stopSignal == nil && failure == nil)
    if let failure { throw failure }
    observe(.progress(progress))
    return stopSignal
  }

  private func close(isComplete: Bool) {
    flush()
    if isComplete, options.prunes, !isOverdue {
      parts.destination.prune(parts.inputs.roots) { path in
        counts.pruned += 1
        observe(.pruned(path))
      }
    }
    do throws(SystemError) {
      try parts.destination.finish(isComplete: isComplete && !isOverdue)
    } catch {
      if failure == nil {
        failure = BatchFailure(
          error.isBrokenPipe ? .readerGone : .output,
          "cannot write thumbnails: \(error.explanation)")
      }
    }
    tellNotice()
  }

  private func tellNotice() {
    if let notice = parts.destination.takeNotice() { observe(.notice(notice)) }
    if !hasToldOfJail, let notice = queue.jailNotice {
      hasToldOfJail = true
      observe(.notice(notice))
    }
  }

  private func flush() {
    guard let report = parts.report, failure == nil else { return }
    do throws(SystemError) {
      if try !report.flush(unless: signals) { hasMore = false }
    } catch {
      failReport(error)
    }
  }

  private func failReport(_ error: SystemError) {
    failure = BatchFailure(
      error.isBrokenPipe ? .readerGone : .output,
      "cannot write the report: \(error.explanation)")
  }

  /// What became of the run.
  func summary(stopSignal: Int32?) -> BatchSummary {
    BatchSummary(
      counts: counts, elapsed: clock.now - start,
      processorTime: Syscalls.processorTime() + Syscalls.processorTime(ofChildren: true),
      peakHeldBytes: queue.peakHeldBytes, outputDirectory: parts.destination.path,
      stopSignal: stopSignal,
      readNothing: !parts.inputs.hasOpenedAny && counts.made + counts.current == 0)
  }

  /// Takes the line of a file that is done; `nil` where it has none.
  private func finish(_ record: FileRecord?, of number: Int) {
    for line in order.take(record, of: number) { finish(line) }
  }

  private func finish(_ record: FileRecord) {
    counts.add(record)
    checkOutput(record)
    if let report = parts.report, failure == nil {
      do throws(SystemError) {
        if try !report.write(record, unless: signals) { hasMore = false }
      } catch {
        failReport(error)
      }
    }
    observe(.file(record))
  }

  /// A disk that takes nothing more takes no part in the work that remains.
  private func checkOutput(_ record: FileRecord) {
    switch record.status {
    case .ok: outputFailures = 0
    case .failed where record.error?.code == .outputFailed: outputFailures += 1
    default: return
    }
    guard outputFailures >= BatchLoop.allowedOutputFailures, failure == nil else { return }
    failure = BatchFailure(
      .output,
      "\(outputFailures) thumbnails in a row could not be written, the last one: "
        + (record.error?.message ?? ""))
  }

  private func feed() {
    var count = 0
    waitsFor = nil
    while mayFeed, failure == nil, count < BatchLoop.filesAtOnce {
      count += 1
      switch parts.inputs.next() {
      case .file(let file): feed(file)
      case .record(let record): finish(record, of: parts.inputs.takeNumber())
      case .waits(let descriptor):
        waitsFor = descriptor
        return
      case .end: hasMore = false
      }
    }
  }

  private func feed(_ file: FoundFile) {
    guard !isOverdue else {
      return finish(file.record(.failed, BatchLoop.overdue), of: file.number)
    }
    switch begin(file) {
    case .done(let record): finish(record, of: file.number)
    case .leftOut: finish(nil, of: file.number)
    case .submitted: break
    }
  }

  private var mayFeed: Bool { hasMore && queue.wantsMore && !order.isFull && !twins.isFull }

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
    if counting != nil || (mayFeed && waitsFor == nil) { return .zero }
    let now = clock.now
    let ends = [
      queue.timeToWait, nextProgress - now, options.deadline.map { start.advanced(by: $0) - now },
    ]
    return max(.zero, ends.compactMap { $0 }.min() ?? .zero)
  }

  private func take(_ poll: PollSet) {
    for done in queue.advance(after: poll) {
      let followers = twins.end(done.tag)
      let record = end(done)
      if let record { finish(record, of: done.tag.file.number) }
      for follower in followers {
        if let record = end(follower, as: done, whichBecame: record) {
          finish(record, of: follower.file.number)
        }
      }
    }
    if let error = queue.failure { failure = BatchFailure(.worker, error.description) }
    if let waitsFor, poll.isReady(waitsFor), let record = parts.inputs.readList() {
      finish(record, of: parts.inputs.takeNumber())
    }
  }

  private static let overdue = ThumbnailError(
    .timedOut, "the time for the whole run was over; run again to go on")

  private func checkDeadline() {
    guard let deadline = options.deadline, !isOverdue, clock.now - start >= deadline else { return }
    isOverdue = true
    abandon(because: BatchLoop.overdue)
  }

  private func abandon(because error: ThumbnailError) {
    for leader in queue.abandon() {
      for pending in [leader] + twins.end(leader) {
        finish(failed(pending, error), of: pending.file.number)
      }
    }
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
    parts.destination.settle()
    tellNotice()
    observe(.progress(progress))
  }
}
