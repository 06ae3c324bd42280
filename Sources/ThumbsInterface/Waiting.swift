internal import Dispatch
internal import Synchronization

/// What a task leaves for the thread that waits for it.
private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

/// Does asynchronous work while a thread of the caller waits.
///
/// The thread is none of Swift's own, so that no task waits for it.
///
/// - Parameter work: The work.
/// - Returns: What it returns.
func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let outcome = Outcome<Value>()
  let done = DispatchSemaphore(value: 0)
  // The thread owns the task: it goes on when the task has ended, not before.
  _ = Task {
    let value = await work()
    outcome.value.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  guard let value = outcome.value.withLock({ $0 }) else {
    preconditionFailure("a task that ended left nothing")
  }
  return value
}
