import Foundation
import SystemCalls
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FilePagesTests {
  @Test("Pages of files go and come back, and what was written stays")
  func release() async {
    // In a process of its own, where nobody else touches pages at the same time.
    await #expect(processExitsWith: .success) {
      let view = try ProcessMemoryView()
      let written = (0..<1000).map { "\($0)" }
      let first = view.memory()
      let before = try #require(first)
      Syscalls.releaseFilePages()
      let second = view.memory()
      let after = try #require(second)
      #expect(before.fileBacked > after.fileBacked + 4 << 20)
      #expect(after.anonymous + 1 << 20 > before.anonymous)
      #expect(written.map { Int($0) } == Array(0..<1000))
      #expect(String(format: "%.2f", 1.5) == "1.50")
      #expect(JSONSerialization.isValidJSONObject(["a": [1, 2, 3]]))
    }
  }
}
