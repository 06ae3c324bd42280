import Batch
import Foundation
import MediaTypes
import TestSupport
import Testing

/// Lists of paths, from files and from pipes.
@Suite(.timeLimit(.minutes(2)))
struct PathListTests {
  private func run(
    _ harness: BatchHarness, list: [UInt8], separator: BatchOptions.Separator = .newline
  ) throws -> [String: String] {
    try harness.place.write(list, to: "list")
    harness.options.inputs = [
      .list(Array((harness.place.path + "/list").utf8), separator: separator)
    ]
    try harness.run()
    return try harness.lines().mapValues(\.end)
  }

  @Test("Empty lines are left out, and the last line needs no end")
  func newlines() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.add("b c.pgm")
    let root = harness.root
    let ends = try run(harness, list: Array("\n\(root)/a.pgm\n\n\(root)/b c.pgm".utf8))
    #expect(ends == [root + "/a.pgm": "ok", root + "/b c.pgm": "ok"])
  }

  @Test("Paths that end with a zero byte may hold line breaks")
  func zeros() throws {
    let harness = try BatchHarness()
    try harness.add("a\nb.pgm")
    let list = Array((harness.root + "/a\nb.pgm\0").utf8)
    #expect(try run(harness, list: list, separator: .zero) == [harness.root + "/a\nb.pgm": "ok"])
  }

  @Test("A directory in a list is no media, and what is no path is said to be none")
  func noPaths() throws {
    let harness = try BatchHarness()
    let long = [UInt8](repeating: 0x78, count: 200_000)
    let zero: [UInt8] = [0x61, 0x00, 0x62]
    let list = Array((harness.root + "\n").utf8) + long + [0x0A] + zero + [0x0A]
    let ends = try run(harness, list: list)
    #expect(ends.count == 3)
    #expect(ends[harness.root] == "failed notMedia")
    #expect(ends[String(repeating: "x", count: 100)] == "failed unreadable")
    #expect(ends["a\0b"] == "failed unreadable")
  }

  @Test("A list that is missing has its line, and nothing was read")
  func missing() throws {
    let harness = try BatchHarness()
    harness.options.inputs = [.list(Array("/nowhere/list".utf8), separator: .newline)]
    #expect(try harness.run().readNothing)
    #expect(try harness.lines().mapValues(\.end) == ["/nowhere/list": "failed vanished"])
  }

  @Test("Line ends of another system are named where no file is found for them")
  func carriageReturns() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.place.write(Array("a.pgm\r\nb.pgm\n".utf8), to: "in/list")
    harness.options.inputs = [.list(Array((harness.root + "/list").utf8), separator: .newline)]
    try harness.run()
    let lines = try harness.lines().values
    #expect(lines.count == 2 && lines.allSatisfy { $0.end == "failed vanished" })
    #expect(lines.count { $0.message?.contains("carriage return") == true } == 1)
  }

  @Test("An empty list reads nothing")
  func empty() throws {
    let harness = try BatchHarness()
    #expect(try run(harness, list: []).isEmpty)
    #expect(try harness.run().readNothing)
  }

  @Test("Each path that comes through a pipe is answered before the next one comes")
  func pipe() throws {
    let harness = try BatchHarness()
    for number in 0..<5 { try harness.add("\(number).pgm") }
    var input: [Int32] = [0, 0]
    #expect(Glibc.pipe(&input) == 0)
    harness.options.inputs = [.descriptor(input[0], separator: .newline)]
    nonisolated(unsafe) var answered = 0
    let root = harness.root
    let writeEnd = input[1]
    @Sendable func ask() {
      // Half a path at a time, as pipes do.
      for part in [root, "/\(answered).pgm\n"] { _ = write(writeEnd, part, part.utf8.count) }
    }
    ask()
    let summary = try harness.run { event in
      guard case .file = event else { return }
      answered += 1
      if answered < 5 { ask() } else { close(writeEnd) }
    }
    close(input[0])
    #expect(summary.counts.made == 5 && answered == 5)
  }
}
