internal import PreviewPlanning
internal import SystemCalls
internal import WorkerProtocol

/// The workers of a run: starts them, hands them jobs, and ends those that cannot be used further.
///
/// Nothing here blocks but the end of a process that was killed.
struct WorkerPool: ~Copyable {
  /// How a job ended.
  enum Ending {
    /// A worker answered that has these libraries.
    case answered(DecodeAnswer, LibrarySet)
    /// The worker's time was over, and it was ended.
    case timedOut
    /// The worker ended in the middle of the job.
    case died(WorkerDeath)
    /// The worker ended before it could begin.
    case neverBegan
  }

  /// A job that ended.
  struct Finished {
    let job: DecodeJob
    let ending: Ending
  }

  /// How long a killed process may take to end before it is left to itself.
  private static let patience = Duration.seconds(2)
  /// So many workers in a row may end before they are ready.
  private static let allowedFalseStarts = 3
  private static let receiveByteCount = 64 << 10

  private let launch: ChildProcess.Launch
  private let requiresJail: Bool
  private let costs: RunCosts
  private let clock = SuspendingClock()
  private var workers: [WorkerProcess] = []
  private var leftToThemselves: [ChildProcess] = []
  private var buffer = [UInt8](repeating: 0, count: WorkerPool.receiveByteCount)
  private var falseStarts = 0
  /// What the first worker said of itself.
  private(set) var greeting: WorkerGreeting?

  init(_ launch: ChildProcess.Launch, costs: RunCosts, requiresJail: Bool) {
    self.launch = launch
    self.requiresJail = requiresJail
    self.costs = costs
  }

  deinit {
    for worker in workers { worker.process.kill() }
    for worker in workers { _ = WorkerPool.end(of: worker.process) }
  }

  var count: Int { workers.count }
  var idleCount: Int { workers.count { $0.isIdle } }
  var busyCount: Int { workers.count { !$0.isIdle } }
  /// Workers whose libraries are not loaded yet.
  var startingCount: Int { workers.count { !$0.isReady } }

  /// The next time at which a worker must be looked at, though nothing comes from it.
  var nextDeadline: SuspendingClock.Instant? {
    workers.compactMap { $0.assignment?.deadline }.min()
  }

  /// The processes, for those who measure them.
  var processNumbers: [Int32] { workers.map { $0.process.number } }

  /// Starts a worker with some libraries.
  mutating func startWorker(_ libraries: LibrarySet) throws(WorkerFailure) {
    if requiresJail, let gaps = greeting?.gaps, !gaps.isEmpty {
      throw WorkerFailure(
        "decoders cannot be confined as is required: \(gaps.joined(separator: "; "))")
    }
    guard falseStarts < WorkerPool.allowedFalseStarts else {
      let path = String(decoding: launch.program, as: UTF8.self)
      throw WorkerFailure(
        "\(path) ended \(falseStarts) times before it was ready; run it by hand to see why")
    }
    do throws(SystemError) {
      workers.append(try WorkerProcess(launch, libraries))
    } catch {
      let path = String(decoding: launch.program, as: UTF8.self)
      throw WorkerFailure("cannot start \(path): \(error)")
    }
  }

  /// Ends one worker that has no job.
  mutating func retireIdleWorker() {
    guard let index = workers.firstIndex(where: \.isIdle) else { return }
    remove(at: index, isFault: false)
  }

  /// Sees to it that an idle worker has some libraries; ends another one for it.
  ///
  /// To be called while a worker is idle.
  mutating func prepareIdleWorker(_ libraries: LibrarySet) throws(WorkerFailure) {
    guard !workers.contains(where: { $0.isIdle && $0.libraries.isSuperset(of: libraries) }) else {
      return
    }
    // What the one had that goes will be needed again.
    let former = workers.first(where: \.isIdle)?.libraries ?? []
    retireIdleWorker()
    try startWorker(libraries.union(former))
  }

  /// Hands a job to an idle worker that has some libraries.
  ///
  /// - Returns: Whether there was one.
  mutating func assign(
    _ job: DecodeJob, with libraries: LibrarySet, file: Int32, timeout: Duration
  ) -> Bool {
    let fitting = workers.filter { $0.isIdle && $0.libraries.isSuperset(of: libraries) }
    // One that has no more than is needed is taken first: the others are for files that need it.
    guard let worker = fitting.first(where: { $0.libraries == libraries }) ?? fitting.first else {
      return false
    }
    worker.assign(job, file: file, deadline: clock.now.advanced(by: timeout))
    return true
  }

  /// Adds what the workers wait for.
  func register(in poll: inout PollSet) {
    for worker in workers { worker.register(in: &poll) }
  }

  /// Does what a wait has shown to be possible.
  ///
  /// - Returns: The jobs that ended; workers that ended are gone.
  mutating func advance(after poll: PollSet) -> [Finished] {
    leftToThemselves.removeAll { $0.state() != .running }
    let now = clock.now
    var finished: [Finished] = []
    for index in workers.indices.reversed() {
      let job = workers[index].assignment?.job
      guard let ending = look(at: index, poll, now), let job else { continue }
      finished.append(Finished(job: job, ending: ending))
    }
    return finished
  }

  /// Ends the worker that has a job.
  mutating func cancel(_ number: UInt64) {
    guard let index = workers.firstIndex(where: { $0.assignment?.job.number == number }) else {
      return
    }
    remove(at: index, isFault: false)
  }

  /// Ends all workers, whatever they do.
  mutating func end() {
    for worker in workers { worker.process.kill() }
    while !workers.isEmpty { remove(at: workers.count - 1, isFault: false) }
  }

  private mutating func look(
    at index: Int, _ poll: PollSet, _ now: SuspendingClock.Instant
  ) -> Ending? {
    let worker = workers[index]
    let job = worker.assignment?.job
    if worker.isReady(in: poll) {
      worker.send()
      switch worker.read(&buffer) {
      case .nothing: break
      case .ready(let greeting):
        guard greet(worker, greeting) else {
          remove(at: index)
          return .neverBegan
        }
      case .answer(let answer):
        guard let job else { return nil }
        return judge(answer, to: job, of: worker, at: index)
      case .closed where !worker.isReady:
        remove(at: index)
        return .neverBegan
      case .closed: return .died(death(at: index, during: job))
      case .nonsense(let error):
        return .died(death(at: index, during: job, because: "\(error)"))
      }
    }
    guard let deadline = worker.assignment?.deadline, deadline <= now else { return nil }
    remove(at: index)
    return .timedOut
  }

  /// Takes a worker into service.
  ///
  /// - Returns: Whether it is confined as it must be.
  private mutating func greet(_ worker: WorkerProcess, _ greeting: WorkerGreeting) -> Bool {
    if self.greeting == nil || !greeting.gaps.isEmpty { self.greeting = greeting }
    falseStarts = 0
    guard greeting.gaps.isEmpty || !requiresJail else { return false }
    worker.begin()
    return true
  }

  private mutating func judge(
    _ answer: DecodeAnswer, to job: DecodeJob, of worker: WorkerProcess, at index: Int
  ) -> Ending {
    if let fault = AnswerCheck.fault(of: answer, to: job) {
      return .died(death(at: index, during: job, because: fault))
    }
    if let held = worker.heldBytes, held > costs.worker { remove(at: index) }
    return .answered(answer, worker.libraries)
  }

  private mutating func death(
    at index: Int, during job: DecodeJob?, because fault: String? = nil
  ) -> WorkerDeath {
    WorkerDeath(
      remove(at: index),
      allowedBytes: costs.libraries + costs.start + costs.uncounted + costs.worker
        + (job?.plan.plannedBytes ?? 0), because: fault)
  }

  /// Ends a worker and takes it from the list.
  ///
  /// - Parameters:
  ///   - index: Its place in the list.
  ///   - isFault: Whether a worker that is not ready yet is to blame for that.
  /// - Returns: How it ended; a worker that had ended by itself before says so.
  @discardableResult
  private mutating func remove(at index: Int, isFault: Bool = true) -> ChildProcess.End? {
    let worker = workers.remove(at: index)
    if isFault, !worker.isReady { falseStarts += 1 }
    worker.process.kill()
    guard let state = WorkerPool.end(of: worker.process) else {
      leftToThemselves.append(worker.process)
      return nil
    }
    if case .ended(let end) = state { return end }
    return nil
  }

  /// Waits for the end of a process that was killed, which takes a moment.
  ///
  /// - Returns: The last state; `nil` where it does not end, as it may in the depths of the kernel.
  private static func end(of process: ChildProcess) -> ChildProcess.State? {
    let clock = SuspendingClock()
    let start = clock.now
    repeat {
      let state = process.state()
      if state != .running { return state }
      var pause = PollSet()
      try? pause.wait(atMost: .milliseconds(1))
    } while clock.now - start < patience
    return nil
  }
}
