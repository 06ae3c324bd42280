/// The receipt for bytes of a budget; they are given back when it goes.
package struct Reservation: ~Copyable, Sendable {
  /// Bytes that are held.
  package private(set) var byteCount: UInt64
  private let budget: MemoryBudget

  init(_ byteCount: UInt64, of budget: MemoryBudget) {
    self.byteCount = byteCount
    self.budget = budget
  }

  deinit { budget.giveBack(byteCount) }

  /// Gives back what is above a bound.
  ///
  /// - Parameter byteCount: Bytes to go on holding; more than is held changes nothing.
  package mutating func shrink(to byteCount: UInt64) {
    guard byteCount < self.byteCount else { return }
    let surplus = self.byteCount - byteCount
    self.byteCount = byteCount
    budget.giveBack(surplus)
  }
}
