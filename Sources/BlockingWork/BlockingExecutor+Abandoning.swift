internal import Synchronization

extension BlockingExecutor {
  /// Does work on these threads, and waits for it no longer than the calling task is wanted.
  ///
  /// Decoders notice that a task is cancelled when they read next, which may be seconds later. The
  /// caller does not wait so long: the work is cancelled, ends on its own, and frees what it holds
  /// then.
  ///
  /// - Parameters:
  ///   - cancelled: What a caller has that is cancelled before the work is done.
  ///   - work: What is done; it may go on when the caller has returned.
  /// - Returns: What the work gives, or what stands for a cancellation.
  package func run<Value: Sendable>(
    orWhenCancelled cancelled: Value, _ work: @escaping @Sendable () async -> Value
  ) async -> Value {
    let answer = FirstAnswer<Value>()
    let task = Task(executorPreference: self) { answer.give(await work()) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answer.wait($0) }
    } onCancel: {
      task.cancel()
      answer.give(cancelled)
    }
  }
}

/// Hands the first of several answers to the only one who waits.
private final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case nothing
    case waiting(CheckedContinuation<Value, Never>)
    case answered(Value)
    case done
  }

  private let state = Mutex(State.nothing)

  func wait(_ continuation: CheckedContinuation<Value, Never>) {
    let early: Value? = state.withLock { state in
      guard case .answered(let value) = state else {
        state = .waiting(continuation)
        return nil
      }
      state = .done
      return value
    }
    if let early { continuation.resume(returning: early) }
  }

  func give(_ value: Value) {
    let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .nothing:
        state = .answered(value)
        return nil
      case .waiting(let continuation):
        state = .done
        return continuation
      case .answered, .done: return nil
      }
    }
    waiting?.resume(returning: value)
  }
}
