internal import BlockingWork
internal import ByteSources
internal import DecoderWorkers
internal import MediaTypes
internal import PreviewPlanning
internal import SystemCalls

/// The one thread that owns a queue of decoding jobs, and how tasks reach it.
///
/// Workers end with the thread that started them, so that it lives as long as this does.
final class DecodingService: Sendable {
  private static let pieceByteCount = 256 << 10

  private let settings: DecodeQueue<UInt64>.Settings
  private let inbox = WorkInbox()
  private let thread = BlockingExecutor(threadCount: 1)
  private let files = BlockingExecutor(threadCount: 1)

  init(_ settings: DecodeQueue<UInt64>.Settings) {
    self.settings = settings
    let inbox = inbox
    // The inbox ends it: it is closed when this goes.
    _ = Task(executorPreference: thread) { WorkerLoop.run(settings, inbox) }
  }

  deinit { inbox.close() }

  /// The file with the bytes of a source, which a worker can be given.
  func file(with source: any ByteSource) async throws(ThumbnailError) -> FileSource {
    if let file = source as? FileSource { return file }
    return try await withTaskExecutorPreference(files) { () async throws(ThumbnailError) in
      try await copy(of: source)
    }
  }

  @concurrent
  private func copy(of source: any ByteSource) async throws(ThumbnailError) -> FileSource {
    var spool = try SpoolFile(limit: .max)
    while spool.byteCount < source.byteCount {
      let piece = try source.bytes(Self.pieceByteCount, at: spool.byteCount)
      guard !piece.isEmpty, !Task.isCancelled else { break }
      try spool.append(piece)
    }
    return try spool.finish()
  }

  /// Waits for the end of a job; where the task is cancelled, its worker is killed.
  func outcome(
    of source: FileSource, plan: DecodePlan, options: ThumbnailOptions
  ) async throws(ThumbnailError) -> ThumbnailOutcome {
    let number = inbox.makeNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        inbox.add(
          WorkInbox.Request(
            number: number, source: source, plan: plan, options: options,
            continuation: continuation))
        // A cancellation that came before the request has met nothing to cancel.
        if Task.isCancelled { inbox.cancel(number) }
      }
    } onCancel: {
      inbox.cancel(number)
    }
    return try result.get()
  }
}

/// What the thread of a service does until its inbox is closed.
enum WorkerLoop {
  private static let cancelled = ThumbnailError(
    .cancelled, "the task was cancelled; its decoder was ended")

  /// Hands jobs to workers and their answers to whoever asked.
  static func run(_ settings: DecodeQueue<UInt64>.Settings, _ inbox: WorkInbox) {
    var waiting: [UInt64: WorkInbox.Waiter] = [:]
    do throws(WorkerFailure) {
      try serve(settings, inbox, &waiting)
    } catch {
      inbox.fail(with: ThumbnailError(.crashed, "no decoder can be had: \(error)"))
    }
    let failure = inbox.failure ?? cancelled
    for waiter in waiting.values { waiter.resume(returning: .failure(failure)) }
  }

  private static func serve(
    _ settings: DecodeQueue<UInt64>.Settings, _ inbox: WorkInbox,
    _ waiting: inout [UInt64: WorkInbox.Waiter]
  ) throws(WorkerFailure) {
    var queue = try DecodeQueue<UInt64>(settings)
    while true {
      let mail = inbox.take()
      for request in mail.requests {
        waiting[request.number] = request.continuation
        queue.submit(
          request.source, plan: request.plan, options: request.options, tag: request.number)
      }
      if !mail.cancelled.isEmpty {
        queue.cancel { mail.cancelled.contains($0) }
        for number in mail.cancelled {
          waiting.removeValue(forKey: number)?.resume(returning: .failure(cancelled))
        }
      }
      guard !mail.isClosed else { return }
      if let failure = queue.failure { throw failure }
      for finished in try next(in: &queue, or: inbox) {
        waiting.removeValue(forKey: finished.tag)?.resume(returning: finished.result)
      }
    }
  }

  /// Waits until a worker or the inbox has something to say.
  private static func next(
    in queue: inout DecodeQueue<UInt64>, or inbox: WorkInbox
  ) throws(WorkerFailure) -> [DecodeQueue<UInt64>.Finished] {
    var poll = PollSet()
    queue.register(in: &poll)
    inbox.register(in: &poll)
    do throws(SystemError) {
      try poll.wait(atMost: queue.timeToWait)
    } catch {
      throw WorkerFailure("cannot wait for decoders: \(error)")
    }
    return queue.advance(after: poll)
  }
}
