internal import Synchronization

/// A bound on the bytes that are held at once, shared by all who take reservations from it.
public final class MemoryBudget: Sendable {
  /// The default: the limit under which share extensions are killed, 120 × 2^20 bytes.
  public static let standardByteCount = MemoryLimit.shareExtension.byteCount

  private typealias Waiter = CheckedContinuation<Result<Void, any Error>, Never>

  private struct State {
    var ledger: Ledger
    var waiters: [Ledger.Ticket: Waiter] = [:]
  }

  private let state: Mutex<State>

  /// Creates a budget.
  ///
  /// - Parameter byteCount: Bytes that may be held at once.
  public init(byteCount: UInt64 = MemoryBudget.standardByteCount) {
    state = Mutex(State(ledger: Ledger(capacity: byteCount)))
  }

  /// Bytes that may be held at once.
  public var byteCount: UInt64 { state.withLock { $0.ledger.capacity } }

  /// Bytes that are held now.
  public var inUse: UInt64 { state.withLock { $0.ledger.inUse } }

  /// The most bytes that were held at once.
  public var peak: UInt64 { state.withLock { $0.ledger.peak } }

  /// Takes bytes, waiting in line until they are free.
  ///
  /// - Parameter byteCount: Bytes wanted.
  /// - Returns: The receipt; the bytes are given back when it goes.
  /// - Throws: `Ledger.NeverFits` at once where the whole budget is smaller; `CancellationError`
  ///   where the task is cancelled while it waits.
  package func reserve(_ byteCount: UInt64) async throws -> Reservation {
    let ticket = state.withLock { $0.ledger.makeTicket() }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(byteCount, as: ticket, resuming: continuation)
        // A cancellation that came before the request stood in line has met nothing to withdraw.
        if Task.isCancelled { withdraw(ticket) }
        resumeGranted()
      }
    } onCancel: {
      withdraw(ticket)
    }
    try outcome.get()
    return Reservation(byteCount, of: self)
  }

  /// Takes bytes where they are free now.
  ///
  /// - Parameter byteCount: Bytes wanted.
  /// - Returns: The receipt, or `nil` where the bytes are not free or others wait for theirs.
  package func reserveNow(_ byteCount: UInt64) -> Reservation? {
    state.withLock { $0.ledger.takeNow(byteCount) } ? Reservation(byteCount, of: self) : nil
  }

  func giveBack(_ byteCount: UInt64) {
    state.withLock { $0.ledger.release(byteCount) }
    resumeGranted()
  }

  private func enqueue(
    _ byteCount: UInt64, as ticket: Ledger.Ticket, resuming continuation: Waiter
  ) {
    let refusal = state.withLock { state -> Ledger.NeverFits? in
      do throws(Ledger.NeverFits) {
        try state.ledger.enqueue(byteCount, as: ticket)
        state.waiters[ticket] = continuation
        return nil
      } catch {
        return error
      }
    }
    if let refusal { continuation.resume(returning: .failure(refusal)) }
  }

  /// Wakes those whose turn has come, outside the lock.
  private func resumeGranted() {
    let ready = state.withLock { state -> [Waiter] in
      var ready: [Waiter] = []
      while let ticket = state.ledger.grantNext() {
        if let waiter = state.waiters.removeValue(forKey: ticket) { ready.append(waiter) }
      }
      return ready
    }
    for waiter in ready { waiter.resume(returning: .success(())) }
  }

  private func withdraw(_ ticket: Ledger.Ticket) {
    let waiter = state.withLock { state -> Waiter? in
      guard state.ledger.withdraw(ticket) else { return nil }
      return state.waiters.removeValue(forKey: ticket)
    }
    waiter?.resume(returning: .failure(CancellationError()))
    resumeGranted()
  }
}
