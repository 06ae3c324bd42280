internal import Dispatch
internal import Synchronization

/// Threads of our own for calls that block, so that the cooperative pool never waits for a decoder.
///
/// A task that prefers this executor runs on one of its threads from one suspension to the next.
package final class BlockingExecutor: TaskExecutor {
  private let queue = JobQueue()

  /// Starts threads.
  ///
  /// - Parameter threadCount: How many calls may block at once, at least 1.
  package init(threadCount: Int) {
    for _ in 0..<max(1, threadCount) {
      // The thread owns the queue, not the executor: an executor that goes ends its threads.
      let queue = queue
      DispatchQueue(label: "thumbs.blocking").async { queue.work() }
    }
  }

  deinit { queue.close() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.add { [executor = unsafe asUnownedTaskExecutor()] in
      unsafe job.runSynchronously(on: executor)
    }
  }
}

/// Work that waits for a thread.
private final class JobQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)

  func add(_ job: @escaping @Sendable () -> Void) {
    state.withLock { $0.jobs.append(job) }
    ready.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    ready.signal()
  }

  /// Runs jobs until the queue is closed and empty.
  func work() {
    while true {
      ready.wait()
      let (job, isClosed) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
      }
      if let job {
        job()
      } else if isClosed {
        // Wakes the next thread, which ends likewise.
        ready.signal()
        return
      }
    }
  }
}
