import MemoryBudget
import Testing

@Suite("Ledger")
struct LedgerTests {
  @Test("Requests are granted in order while they fit")
  func order() throws {
    var ledger = Ledger(capacity: 100)
    let tickets = try enqueue([60, 40, 10], in: &ledger)
    #expect((ledger.grantNext()) == tickets[0])
    #expect((ledger.grantNext()) == tickets[1])
    #expect((ledger.grantNext()) == nil)
    #expect(ledger.inUse == 100)
    ledger.release(60)
    #expect((ledger.grantNext()) == tickets[2])
    #expect(ledger.peak == 100)
  }

  @Test("What can never fit is refused with both numbers")
  func neverFits() {
    var ledger = Ledger(capacity: 100)
    let ticket = ledger.makeTicket()
    #expect(throws: Ledger.NeverFits.self) { try ledger.enqueue(101, as: ticket) }
    #expect(ledger.waitingCount == 0)
  }

  @Test("Exactly the capacity is granted, one byte beside it is not")
  func exact() throws {
    var ledger = Ledger(capacity: 100)
    let tickets = try enqueue([100, 1], in: &ledger)
    #expect((ledger.grantNext()) == tickets[0])
    #expect((ledger.grantNext()) == nil)
  }

  @Test("Small requests may pass a large one, a bounded number of times")
  func patience() throws {
    var ledger = Ledger(capacity: 100, patience: 2)
    let held = try enqueue([50], in: &ledger)[0]
    #expect((ledger.grantNext()) == held)
    let tickets = try enqueue([80, 10, 10, 10], in: &ledger)
    #expect((ledger.grantNext()) == tickets[1])
    #expect((ledger.grantNext()) == tickets[2])
    #expect((ledger.grantNext()) == nil, "patience is used up")
    ledger.release(70)
    #expect((ledger.grantNext()) == tickets[0])
    #expect((ledger.grantNext()) == tickets[3])
    #expect(ledger.inUse == 90)
  }

  @Test("Who leaves the line is not served")
  func withdrawal() throws {
    var ledger = Ledger(capacity: 10)
    let tickets = try enqueue([10, 5, 5], in: &ledger)
    #expect((ledger.grantNext()) == tickets[0])
    let left = ledger.withdraw(tickets[1])
    #expect(left)
    let leftAgain = ledger.withdraw(tickets[0])
    #expect(!leftAgain, "it has its bytes already")
    ledger.release(10)
    #expect((ledger.grantNext()) == tickets[2])
  }

  @Test("Whatever the order, the sum never exceeds the capacity")
  func law() throws {
    var generator = SystemRandomNumberGenerator()
    var ledger = Ledger(capacity: 1000)
    var held: [Ledger.Ticket: UInt64] = [:]
    var asked: [Ledger.Ticket: UInt64] = [:]
    for _ in 0..<5000 {
      let bytes = UInt64.random(in: 0...1000, using: &generator)
      let ticket = ledger.makeTicket()
      try ledger.enqueue(bytes, as: ticket)
      asked[ticket] = bytes
      while let granted = ledger.grantNext() { held[granted] = asked[granted] }
      #expect(ledger.inUse == held.values.reduce(0, +))
      #expect(ledger.inUse <= 1000)
      if let first = held.first {
        ledger.release(first.value)
        held[first.key] = nil
      }
    }
  }

  private func enqueue(_ bytes: [UInt64], in ledger: inout Ledger) throws -> [Ledger.Ticket] {
    try bytes.map { count in
      let ticket = ledger.makeTicket()
      try ledger.enqueue(count, as: ticket)
      return ticket
    }
  }
}

@Suite("MemoryBudget", .timeLimit(.minutes(1)))
struct MemoryBudgetTests {
  @Test("Bytes come back when the receipt goes")
  func lifetime() async throws {
    let budget = MemoryBudget(byteCount: 100)
    do {
      let reservation = try await budget.reserve(60)
      #expect(budget.inUse == 60)
      #expect(reservation.byteCount == 60)
    }
    #expect(budget.inUse == 0)
    #expect(budget.peak == 60)
  }

  @Test("A receipt shrinks, and never grows")
  func shrinking() async throws {
    let budget = MemoryBudget(byteCount: 100)
    var reservation = try await budget.reserve(60)
    reservation.shrink(to: 10)
    #expect(budget.inUse == 10)
    reservation.shrink(to: 50)
    #expect(reservation.byteCount == 10)
    _ = consume reservation
    #expect(budget.inUse == 0)
  }

  @Test("Two hundred tasks at once stay within the budget")
  func contention() async throws {
    let budget = MemoryBudget(byteCount: 10)
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask {
          let reservation = try? await budget.reserve(UInt64(1 + index % 10))
          await Task.yield()
          _ = consume reservation
        }
      }
    }
    #expect(budget.inUse == 0)
    #expect(budget.peak <= 10)
  }

  @Test("A cancelled task stops waiting and takes nothing")
  func cancellation() async throws {
    let budget = MemoryBudget(byteCount: 10)
    let held = try await budget.reserve(10)
    let waiter = Task { _ = try await budget.reserve(5) }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    _ = consume held
    #expect(budget.inUse == 0)
  }

  @Test("What is not free now is not waited for")
  func now() throws {
    let budget = MemoryBudget(byteCount: 10)
    guard let first = budget.reserveNow(6) else {
      Issue.record("6 of 10 bytes are free")
      return
    }
    if budget.reserveNow(5) != nil { Issue.record("only 4 bytes are free") }
    #expect(budget.inUse == first.byteCount)
  }

  @Test("More than the whole budget is refused at once")
  func tooMuch() async {
    let budget = MemoryBudget(byteCount: 10)
    await #expect(throws: Ledger.NeverFits.self) { _ = try await budget.reserve(11) }
  }
}
