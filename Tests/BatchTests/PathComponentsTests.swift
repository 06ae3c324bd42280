@testable import Batch
import Testing

// The rules of paths have no door of their own; through a run each case would cost a process.
@Suite(.timeLimit(.minutes(1)))
struct PathComponentsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var path: String
    var output: String
    var testDescription: String { path }
  }

  static let cases: [Case] = [
    Case(path: "a/b.jpg", output: "a/b.jpg"),
    Case(path: "./a//b.jpg", output: "a/b.jpg"),
    Case(path: "/a/b.jpg", output: "a/b.jpg"),
    Case(path: "//a/./b.jpg", output: "a/b.jpg"),
    Case(path: "a/../b.jpg", output: "b.jpg"),
    Case(path: "../b.jpg", output: "home/b.jpg"),
    Case(path: "a/../../b.jpg", output: "home/b.jpg"),
    Case(path: "../../../../etc/passwd", output: "etc/passwd"),
    Case(path: "/../../etc/passwd", output: "etc/passwd"),
    Case(path: "...", output: "..."),
    Case(path: "a/..", output: ""),
    Case(path: "..", output: "home"),
  ]

  @Test("Where a path goes follows from its text", arguments: cases)
  func output(of example: Case) {
    let components = PathComponents(
      outputFor: Array(example.path.utf8), from: Array("/home/me".utf8))
    #expect(String(decoding: components.bytes, as: UTF8.self) == example.output)
    #expect(!components.names.contains { $0 == Array("..".utf8) || $0.isEmpty })
  }
}
