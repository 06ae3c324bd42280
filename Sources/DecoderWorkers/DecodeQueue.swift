package import ByteSources
package import MediaTypes
package import MemoryBudget
package import PreviewPlanning
package import SystemCalls
package import WorkerProtocol

/// Admits jobs by the bytes that they need, has workers do them, and tries again what died.
///
/// Whoever owns it waits for it together with what else he waits for:
///
/// ```
/// submit ──► line ──► ledger grants ──► idle worker ──► answer ──► finished
///              ▲                            └ died: once more, alone with all bytes
///              └───────────────────────────────┘
/// ```
///
/// The number of workers follows from the ledger: each further one takes its bytes there while it
/// lives, and an idle one gives them back to a job that needs them.
package struct DecodeQueue<Tag>: ~Copyable {
  /// What the queue works with.
  package struct Settings: Sendable {
    /// The path of the workers' program.
    package var program: [UInt8]
    /// Bytes that all processes of the run may hold together.
    package var budget: UInt64
    /// What the run costs before it decodes anything.
    package var costs: RunCosts
    /// How many workers there are at most.
    package var workerLimit: Int
    /// How long the decoding of one file may take.
    package var timeout: Duration
    /// Whether workers say what memory each job took.
    package var measuresMemory = false
    /// Whether workers load all libraries, though no file may need them.
    package var loadsAll = false
    /// Whether no worker is used whose confinement has gaps.
    package var requiresJail = false
    /// Whether what workers say on standard error is shown.
    package var sharesStandardError = false

    /// Creates settings.
    package init(program: [UInt8], limit: MemoryLimit, workerLimit: Int, timeout: Duration) {
      self.program = program
      // Beyond a petabyte nothing is bounded, and sums stay far from overflowing.
      budget = min(limit.byteCount, 1 << 50)
      costs = .measured(counting: limit.scope)
      self.workerLimit = max(1, workerLimit)
      self.timeout = timeout
    }
  }

  /// A job that is done, one way or the other.
  package struct Finished {
    /// What it was submitted with.
    package let tag: Tag
    /// The thumbnails, or why there are none.
    package let result: Result<ThumbnailOutcome, ThumbnailError>
    /// Bytes that were reserved for it.
    package let reservedBytes: UInt64
    /// What memory it took in its worker, where that was asked for.
    package let memory: JobMemory?

    /// Says how a job ended.
    package init(
      tag: Tag, result: Result<ThumbnailOutcome, ThumbnailError>, reservedBytes: UInt64,
      memory: JobMemory?
    ) {
      self.tag = tag
      self.result = result
      self.reservedBytes = reservedBytes
      self.memory = memory
    }
  }

  private struct Entry {
    let tag: Tag
    let source: FileSource
    var job: DecodeJob
    /// The ways that are tried where those of the job show nothing.
    var later: DecodePlan?
    /// Why the ways before those of the job showed nothing.
    var earlier: ThumbnailError?
    /// What its worker must have loaded.
    var libraries: LibrarySet
    /// Whether it is tried for the second time, with all bytes for itself.
    var isAlone = false
  }

  /// Bytes that one job can have at most.
  package let capacity: UInt64

  private let settings: Settings
  private var ledger: Ledger
  private var pool: WorkerPool
  private var waiting: [Ledger.Ticket: Entry] = [:]
  private var running: [UInt64: Entry] = [:]
  private var nextNumber: UInt64 = 1
  /// Workers beyond the first, whose bytes the ledger holds.
  private var paidWorkers = 0
  /// Workers beyond the first that started beside others and are not ready yet.
  private var paidStarts = 0
  /// What workers load that are started from now on.
  private var libraries: LibrarySet

  /// Creates a queue; no worker is started before there is work.
  ///
  /// - Parameter settings: What the queue works with.
  /// - Throws: `WorkerFailure` where the budget does not pay for a worker.
  package init(_ settings: Settings) throws(WorkerFailure) {
    guard let capacity = settings.costs.capacity(of: settings.budget) else {
      let needed = QuantityText.byteCount(settings.costs.fixed + settings.costs.start)
      throw WorkerFailure(
        "a budget of \(QuantityText.byteCount(settings.budget)) does not suffice:"
          + " without decoding anything, a run holds \(needed)")
    }
    self.settings = settings
    self.capacity = capacity
    libraries = settings.loadsAll ? .all : []
    ledger = Ledger(capacity: capacity)
    var launch = ChildProcess.Launch(
      program: settings.program, environment: WorkerProgram.environment())
    launch.sharesStandardError = settings.sharesStandardError
    pool = WorkerPool(launch, costs: settings.costs, requiresJail: settings.requiresJail)
  }

  /// Whether more work keeps the workers busier: a few jobs in line let a small one pass a large.
  package var wantsMore: Bool { waiting.count < 2 * settings.workerLimit }

  /// Whether no job waits or runs.
  package var isEmpty: Bool { waiting.isEmpty && running.isEmpty }

  /// Bytes that are held or promised now, all processes together.
  package var heldBytes: UInt64 { settings.costs.fixed + ledger.inUse }

  /// The most bytes that were held or promised at once.
  package var peakHeldBytes: UInt64 { settings.costs.fixed + ledger.peak }

  /// The processes of the workers, for those who measure them.
  package var workerNumbers: [Int32] { pool.processNumbers }

  /// How long a wait may take though nothing comes; `nil` is for ever.
  package var timeToWait: Duration? {
    pool.nextDeadline.map { max(.zero, $0 - SuspendingClock().now) }
  }

  /// What the confinement of workers lacks on this machine, to be told once; `nil` where it lacks
  /// nothing, and until a worker has started.
  package var jailNotice: String? {
    guard let gaps = pool.greeting?.gaps, !gaps.isEmpty else { return nil }
    return "decoders are confined less than they could be (\(gaps.joined(separator: "; ")));"
      + " --require-jail makes this an error"
  }

  /// What the first worker said of itself.
  package var greeting: WorkerGreeting? { pool.greeting }

  /// Why no worker can be had any more; nothing is started from then on.
  package private(set) var failure: WorkerFailure?

  /// Takes a job; it is started when its bytes and a worker are free.
  ///
  /// - Parameters:
  ///   - source: The open file; it is kept until the job is done.
  ///   - plan: How to decode it; a planner with `capacity` has made it.
  ///   - options: What thumbnails are wanted.
  ///   - tag: What its end will be told with.
  package mutating func submit(
    _ source: FileSource, plan: DecodePlan, options: ThumbnailOptions, tag: Tag
  ) {
    let job = DecodeJob(
      number: nextNumber, plan: plan.attempt, options: options,
      measuresMemory: settings.measuresMemory)
    nextNumber += 1
    line(
      up: Entry(
        tag: tag, source: source, job: job, later: plan.later,
        libraries: LibrarySet(for: job)))
    dispatch()
  }

  /// Adds what the queue waits for.
  package func register(in poll: inout PollSet) { pool.register(in: &poll) }

  /// Does what a wait has shown to be possible.
  ///
  /// - Parameter poll: What was waited for.
  /// - Returns: The jobs that are done.
  package mutating func advance(after poll: PollSet) -> [Finished] {
    let ended = pool.advance(after: poll)
    giveBackWorkers()
    var finished: [Finished] = []
    for end in ended {
      guard let entry = running.removeValue(forKey: end.job.number) else { continue }
      ledger.release(entry.job.plan.plannedBytes)
      if let done = judge(end.ending, of: entry) { finished.append(done) }
    }
    dispatch()
    return finished
  }

  /// Ends all workers, whatever they do.
  ///
  /// - Returns: What the jobs that are not done were submitted with, in no order.
  package mutating func abandon() -> [Tag] {
    let left = waiting.values.map(\.tag) + running.values.map(\.tag)
    pool.end()
    giveBackWorkers()
    for ticket in waiting.keys { _ = ledger.withdraw(ticket) }
    for entry in running.values { ledger.release(entry.job.plan.plannedBytes) }
    waiting = [:]
    running = [:]
    return left
  }

  /// Gives jobs up: those in line leave it, and a worker that decodes one is ended.
  ///
  /// - Parameter isMeant: Whether the job with a tag is given up.
  package mutating func cancel(where isMeant: (Tag) -> Bool) {
    for (ticket, entry) in waiting where isMeant(entry.tag) {
      _ = ledger.withdraw(ticket)
      waiting[ticket] = nil
    }
    for (number, entry) in running where isMeant(entry.tag) {
      pool.cancel(number)
      running[number] = nil
      ledger.release(entry.job.plan.plannedBytes)
    }
    giveBackWorkers()
    dispatch()
  }

  private mutating func line(up entry: Entry) {
    let ticket = ledger.makeTicket()
    var entry = entry
    libraries.formUnion(entry.libraries)
    // The planner's capacity is the ledger's, so that this never cuts.
    entry.job.plan.plannedBytes = min(entry.job.plan.plannedBytes, capacity)
    waiting[ticket] = entry
    do throws(Ledger.NeverFits) {
      try ledger.enqueue(entry.job.plan.plannedBytes, as: ticket)
    } catch {
      preconditionFailure("a plan above the capacity")
    }
  }

  /// Starts what can be started.
  private mutating func dispatch() {
    guard failure == nil else { return }
    do throws(WorkerFailure) {
      try startGranted()
    } catch {
      failure = error
    }
  }

  private mutating func startGranted() throws(WorkerFailure) {
    while !waiting.isEmpty {
      if pool.idleCount == 0 {
        guard try startWorker() else { return }
      }
      if let ticket = ledger.grantNext() {
        guard let entry = waiting.removeValue(forKey: ticket) else { continue }
        try start(entry)
      } else {
        // An idle worker that is not needed makes room for a job that is.
        guard pool.idleCount > 1 else { return }
        retireIdleWorker()
      }
    }
  }

  private mutating func start(_ entry: Entry) throws(WorkerFailure) {
    running[entry.job.number] = entry
    if entry.isAlone {
      // What a worker did before must not count against this job, nor for it.
      retireIdleWorker()
      try pool.startWorker(libraries)
    }
    try pool.prepareIdleWorker(entry.libraries)
    let isAssigned = pool.assign(
      entry.job, with: entry.libraries, file: entry.source.descriptorNumber,
      timeout: settings.timeout)
    assert(isAssigned, "a job was granted without an idle worker")
  }
}

// MARK: - Workers and their bytes

extension DecodeQueue {
  /// Starts a worker where one more is allowed and paid for.
  ///
  /// - Returns: Whether one was started.
  private mutating func startWorker() throws(WorkerFailure) -> Bool {
    guard pool.count < settings.workerLimit else { return false }
    if pool.count > 0 {
      let bytes = settings.costs.worker + settings.costs.start
      guard ledger.takeBesideFirst(bytes) else { return false }
      paidWorkers += 1
      paidStarts += 1
    }
    try pool.startWorker(libraries)
    return true
  }

  private mutating func retireIdleWorker() {
    pool.retireIdleWorker()
    giveBackWorkers()
  }

  /// Gives back the bytes of workers that are gone, and of starts that are over; the first one is
  /// paid for by the fixed costs.
  private mutating func giveBackWorkers() {
    while paidStarts > pool.startingCount {
      paidStarts -= 1
      ledger.release(settings.costs.start)
    }
    while paidWorkers > max(0, pool.count - 1) {
      paidWorkers -= 1
      ledger.release(settings.costs.worker)
    }
  }
}

// MARK: - What an end means

extension DecodeQueue {
  /// Decides whether a job is done or is tried once more.
  ///
  /// - Returns: What is told of it; `nil` where it stands in line again.
  private mutating func judge(_ ending: WorkerPool.Ending, of entry: Entry) -> Finished? {
    switch ending {
    case .answered(let answer, let loaded):
      if case .failure(let error) = answer.result, error.isWorthAnotherWay,
        loaded.mayExplainFailure(of: entry.job)
      {
        lineUpWithAll(entry)
        return nil
      }
      if case .failure(let error) = answer.result, error.code == .overBudget,
        entry.job.plan.plannedBytes < capacity
      {
        lineUpAlone(entry)
        return nil
      }
      if case .failure(let error) = answer.result,
        let later = entry.later?.worthTrying(after: error, of: entry.job.plan)
      {
        lineUp(entry, for: later, after: error)
        return nil
      }
      return finished(entry, answer.result, memory: answer.memory)
    case .timedOut:
      let seconds = QuantityText.tenths(settings.timeout / .seconds(1))
      return finished(
        entry, .failure(ThumbnailError(.timedOut, "was not decoded within \(seconds) s")))
    case .neverBegan:
      // After a few of these there is a failure instead of another worker.
      line(up: entry)
      return nil
    case .died(let death):
      guard entry.isAlone else {
        lineUpAlone(entry)
        return nil
      }
      return finished(entry, .failure(error(for: death)))
    }
  }

  private func error(for death: WorkerDeath) -> ThumbnailError {
    guard death.exceededPlan else {
      return ThumbnailError(.crashed, "\(death.reason), twice")
    }
    return ThumbnailError(
      .overBudget,
      "decoding takes more than the \(capacity) bytes that can be had (\(death.reason)); "
        + "raise the budget")
  }

  private func finished(
    _ entry: Entry, _ result: Result<ThumbnailOutcome, ThumbnailError>, memory: JobMemory? = nil
  ) -> Finished {
    let result = result.mapError { entry.job.plan.telling(entry.earlier, or: $0) }
    return Finished(
      tag: entry.tag, result: result, reservedBytes: entry.job.plan.plannedBytes, memory: memory)
  }

  private mutating func lineUp(
    _ entry: Entry, for plan: DecodePlan, after error: ThumbnailError
  ) {
    var entry = entry
    entry.earlier = entry.job.plan.telling(entry.earlier, or: error)
    entry.job.plan = plan.attempt
    entry.later = plan.later
    entry.libraries = LibrarySet(for: entry.job)
    entry.isAlone = false
    line(up: entry)
  }

  private mutating func lineUpWithAll(_ entry: Entry) {
    var entry = entry
    entry.libraries = .all
    line(up: entry)
  }

  private mutating func lineUpAlone(_ entry: Entry) {
    var entry = entry
    entry.isAlone = true
    entry.job.plan.plannedBytes = capacity
    line(up: entry)
  }
}
