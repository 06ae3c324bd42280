/// Bytes that may be held at once, and who waits for some: pure bookkeeping.
///
/// Grants go in the order of asking, with one exception that keeps the machine busy: while the
/// first in line does not fit, up to `patience` later requests that do fit may pass it. So a large
/// request waits for a bounded number of small ones, and never for ever.
package struct Ledger: Sendable {
  /// The mark of a request that waits or was granted.
  package struct Ticket: Hashable, Sendable {
    let number: UInt64
  }

  /// Why a request is refused for good.
  package struct NeverFits: Error, Hashable, Sendable {
    /// Bytes asked for.
    package let needed: UInt64
    /// Bytes that could be had with nobody else around.
    package let available: UInt64
  }

  private struct Request {
    let ticket: Ticket
    let byteCount: UInt64
  }

  /// Bytes that may be held at once.
  package let capacity: UInt64
  /// Bytes that are held now.
  package private(set) var inUse: UInt64 = 0
  /// The most bytes that were held at once.
  package private(set) var peak: UInt64 = 0
  /// How many requests may pass the first in line.
  package let patience: Int

  private var waiting: [Request] = []
  private var passed = 0
  private var next: UInt64 = 0

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - capacity: Bytes that may be held at once.
  ///   - patience: How many requests may pass the first in line.
  package init(capacity: UInt64, patience: Int = 32) {
    self.capacity = capacity
    self.patience = patience
  }

  /// How many requests wait.
  package var waitingCount: Int { waiting.count }

  /// Makes the mark of a request that is yet to be made.
  package mutating func makeTicket() -> Ticket {
    next += 1
    return Ticket(number: next)
  }

  /// Gets in line for some bytes.
  ///
  /// - Parameters:
  ///   - byteCount: Bytes asked for.
  ///   - ticket: The mark that `grantNext` will show.
  /// - Throws: `NeverFits` where the bytes exceed the capacity.
  package mutating func enqueue(
    _ byteCount: UInt64, as ticket: Ticket
  ) throws(NeverFits) {
    guard byteCount <= capacity else {
      throw NeverFits(needed: byteCount, available: capacity)
    }
    waiting.append(Request(ticket: ticket, byteCount: byteCount))
  }

  /// Takes bytes without getting in line.
  ///
  /// - Parameter byteCount: Bytes asked for.
  /// - Returns: Whether they were free and nobody waits.
  package mutating func takeNow(_ byteCount: UInt64) -> Bool {
    guard waiting.isEmpty, fits(byteCount) else { return false }
    hold(byteCount)
    return true
  }

  /// Takes bytes past the line, where the first in line still fits beside them.
  ///
  /// For what serves those in line, such as one more worker.
  ///
  /// - Parameter byteCount: Bytes asked for.
  /// - Returns: Whether they are held now.
  package mutating func takeBesideFirst(_ byteCount: UInt64) -> Bool {
    let (needed, overflows) = byteCount.addingReportingOverflow(waiting.first?.byteCount ?? 0)
    guard !overflows, fits(needed) else { return false }
    hold(byteCount)
    return true
  }

  /// Grants the next request that fits.
  ///
  /// - Returns: The ticket of the request, whose bytes are now held; `nil` where none can be.
  package mutating func grantNext() -> Ticket? {
    guard let first = waiting.first else { return nil }
    if fits(first.byteCount) {
      passed = 0
      return grant(at: 0)
    }
    guard passed < patience, let index = waiting.firstIndex(where: { fits($0.byteCount) }) else {
      return nil
    }
    passed += 1
    return grant(at: index)
  }

  /// Leaves the line.
  ///
  /// - Parameter ticket: The ticket of a request that waits.
  /// - Returns: Whether it did wait.
  package mutating func withdraw(_ ticket: Ticket) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return false }
    if index == 0 { passed = 0 }
    waiting.remove(at: index)
    return true
  }

  /// Gives bytes back.
  ///
  /// - Parameter byteCount: At most what is held.
  package mutating func release(_ byteCount: UInt64) {
    precondition(byteCount <= inUse, "more bytes given back than are held")
    inUse -= byteCount
  }

  private func fits(_ byteCount: UInt64) -> Bool { byteCount <= capacity - inUse }

  private mutating func grant(at index: Int) -> Ticket {
    let request = waiting.remove(at: index)
    hold(request.byteCount)
    return request.ticket
  }

  private mutating func hold(_ byteCount: UInt64) {
    inUse += byteCount
    peak = max(peak, inUse)
  }
}
