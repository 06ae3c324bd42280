import Foundation
import SystemCalls
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PollSetTests {
  @Test("Only what is ready is ready, and a wait ends in time")
  func readiness() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    var set = PollSet()
    set.add(ends[0], .readable)
    let clock = ContinuousClock()
    let waited = try clock.measure { try set.wait(atMost: .milliseconds(30)) }
    #expect(!set.isReady(ends[0]))
    #expect(waited >= .milliseconds(30))
    #expect(write(ends[1], "x", 1) == 1)
    set.add(ends[1], .writable)
    try set.wait(atMost: nil)
    #expect(set.isReady(ends[0]) && set.isReady(ends[1]))
    set.removeAll()
    try set.wait(atMost: .zero)
    #expect(!set.isReady(ends[0]))
  }
}
