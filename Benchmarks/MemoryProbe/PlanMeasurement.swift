import ByteSources
import DecoderWorkers
import MediaReading
import MediaTypes
import MemoryBudget
import PreviewPlanning
import SystemCalls
import WorkerProtocol

/// Each file once a size through a worker that says what each job took.
///
/// Prints lines of fields between tabs:
/// path, size, result, planned, actual, pages of files, milliseconds, source, decoder, words.
struct PlanMeasurement {
  /// A file at a size.
  private struct Job {
    let path: String
    let size: Int
    let plan: DecodePlan
    let start: SuspendingClock.Instant
  }

  private let arguments: Arguments
  private let clock = SuspendingClock()

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() throws {
    var queue = try DecodeQueue<Job>(WorkerSettings.settings(arguments, measuring: true))
    let planner = Planner(capacity: queue.capacity)
    for path in arguments.files {
      for size in arguments.sizes {
        try submit(path, size, planner, to: &queue)
        while !queue.isEmpty { try report(&queue) }
      }
    }
  }

  private func submit(
    _ path: String, _ size: Int, _ planner: Planner, to queue: inout DecodeQueue<Job>
  ) throws {
    let start = clock.now
    var options = ThumbnailOptions(sizes: [size], format: arguments.format)
    if let crop = arguments.crop { (options.fit, options.crop) = (.cover, crop) }
    do throws(ThumbnailError) {
      let source = try FileSource(path: Array(path.utf8))
      let facts = try MediaReader.facts(of: source)
      let plan = try planner.plan(for: facts, options: options)
      queue.submit(
        source, plan: plan, options: options,
        tag: Job(path: path, size: size, plan: plan, start: start))
    } catch {
      line(path, size, "\(error.code)", 0, nil, start, nil, "\(error)")
    }
  }

  private func report(_ queue: inout DecodeQueue<Job>) throws {
    if let failure = queue.failure { throw failure }
    for done in try WorkerSettings.advance(&queue) {
      let job = done.tag
      let planned = job.plan.plannedBytes
      switch done.result {
      case .success(let outcome):
        let step = job.plan.steps.first { $0.source == outcome.source } ?? job.plan.steps.first
        line(
          job.path, job.size, "ok", planned, done.memory, job.start, step,
          outcome.warnings.map { "\($0.code)" }.joined(separator: " "))
      case .failure(let error):
        line(
          job.path, job.size, "\(error.code)", planned, done.memory, job.start,
          job.plan.steps.first, "\(error)")
      }
    }
  }

  private func line(
    _ path: String, _ size: Int, _ result: String, _ planned: UInt64, _ memory: JobMemory?,
    _ start: SuspendingClock.Instant, _ step: DecodeStep?, _ words: String
  ) {
    let milliseconds = Int((clock.now - start) / .milliseconds(1))
    let fields = [
      path, "\(size)", result, "\(planned)",
      memory.map { "\($0.anonymousGrowth)" } ?? "-", memory.map { "\($0.fileGrowth)" } ?? "-",
      "\(milliseconds)",
      step?.source.rawValue ?? "-", step?.decoder.rawValue ?? "-",
      words.replacing("\n", with: " ").replacing("\t", with: " "),
    ]
    print(fields.joined(separator: "\t"))
  }
}

/// What both kinds of work in workers share.
enum WorkerSettings {
  /// Settings for a queue over the worker beside this program.
  static func settings<Tag>(
    _ arguments: Arguments, measuring: Bool
  ) throws -> DecodeQueue<Tag>.Settings {
    guard let program = WorkerProgram.find() else {
      throw Arguments.Misuse(description: "\(WorkerProgram.name) is not beside this program")
    }
    var settings = DecodeQueue<Tag>.Settings(
      program: program, limit: MemoryLimit(byteCount: arguments.budget),
      workerLimit: arguments.jobs,
      timeout: .seconds(120))
    settings.measuresMemory = measuring
    return settings
  }

  /// Waits for the workers once.
  static func advance<Tag>(
    _ queue: inout DecodeQueue<Tag>
  ) throws -> [DecodeQueue<Tag>.Finished] {
    var poll = PollSet()
    queue.register(in: &poll)
    try poll.wait(atMost: queue.timeToWait)
    return queue.advance(after: poll)
  }
}
