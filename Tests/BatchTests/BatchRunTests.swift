import Batch
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct BatchRunTests {
  @Test("Names as long as they can be have thumbnails, each its own, in every layout")
  func longNames() throws {
    let ends = ["a.pgm", "b.pgm"]
    for layout in OutputLayout.allCases {
      let harness = try BatchHarness()
      for (number, end) in ends.enumerated() {
        for length in [236, 241, 255] {
          let name =
            String(repeating: number == 0 ? "n" : "m", count: length - 205)
            + String(repeating: "e", count: 200) + end
          try harness.add("d/\(name)")
        }
      }
      harness.options.layout = layout
      harness.options.thumbnails.sizes = [64, 1024]
      #expect(try harness.run().counts.made == 6)
      #expect(try harness.outputs().count == 12)
      #expect(try harness.run().counts.current == 6)
    }
  }

  @Test("Every file of a tree has its thumbnail at its own path, and its line")
  func tree() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.add("sub/b.pgm")
    try harness.add("sub/deeper/c.pgm", "refuse")
    try harness.place.write(Array("some text".utf8), to: "in/sub/notes.txt")
    let summary = try harness.run()
    let lines = try harness.lines()
    #expect(
      lines.mapValues(\.end) == [
        "a.pgm": "ok", "sub/b.pgm": "ok", "sub/deeper/c.pgm": "failed corrupt",
        "sub/notes.txt": "skipped",
      ])
    #expect(lines["sub/b.pgm"]?.outputs == ["sub/b.pgm.jpg"])
    #expect(try harness.outputs() == ["a.pgm.jpg", "sub/b.pgm.jpg"])
    #expect(summary.counts.made == 2 && summary.counts.skipped == 1)
    #expect(summary.counts.failures == [.corrupt: 1])
    #expect(summary.stopSignal == nil && !summary.readNothing)
  }

  @Test("A line has the fields of the contract, and no others")
  func fields() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.run()
    let line = try #require(try harness.lines()["a.pgm"])
    #expect(
      Set(line.object.keys) == [
        "path", "status", "kind", "mime", "bytes", "width", "height", "source", "outputs",
        "planned", "milliseconds", "warnings",
      ])
    #expect(line.object["kind"] as? String == "image")
    #expect(line.object["mime"] as? String == "image/x-portable-graymap")
    #expect(line.object["source"] as? String == "scaled")
    #expect(line.object["width"] as? Int == 640)
    let output = try #require((line.object["outputs"] as? [[String: Any]])?.first)
    #expect(Set(output.keys) == ["path", "width", "height", "bytes"])
    #expect(output["bytes"] as? Int == 100)
  }

  @Test("Several sizes are several files, which appear all or not at all")
  func sizes() throws {
    let harness = try BatchHarness()
    harness.options.thumbnails.sizes = [45, 256]
    try harness.add("a.heic.pgm")
    try harness.run()
    #expect(try harness.outputs() == ["a.heic.pgm.45.jpg", "a.heic.pgm.256.jpg"])
  }

  @Test("A file keeps its time in its thumbnail, to the nanosecond")
  func time() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.run()
    let at = Syscalls.currentDirectoryNumber
    let source = try Syscalls.status(of: Array((harness.root + "/a.pgm").utf8), in: at)
    let output = try Syscalls.status(of: Array((harness.output + "/a.pgm.jpg").utf8), in: at)
    #expect(source.modificationSeconds == output.modificationSeconds)
    #expect(source.modificationNanoseconds == output.modificationNanoseconds)
  }

  @Test("Without an output directory thumbnails go into the directory that is read")
  func defaultOutput() throws {
    let harness = try BatchHarness()
    harness.options.outputDirectory = nil
    try harness.add("a.pgm")
    let summary = try harness.run()
    #expect(String(decoding: summary.outputDirectory, as: UTF8.self) == harness.root + "/.thumbs")
    #expect(FileManager.default.fileExists(atPath: harness.root + "/.thumbs/a.pgm.jpg"))
    #expect(try harness.run().counts.current == 1)
  }

  @Test("Without an output directory nothing but one directory can be read")
  func missingOutput() throws {
    let harness = try BatchHarness()
    harness.options.outputDirectory = nil
    try harness.add("a.pgm")
    for inputs in [[harness.root + "/a.pgm"], [harness.root, harness.root]] {
      harness.options.inputs = inputs.map { .path(Array($0.utf8)) }
      let failure = #expect(throws: BatchFailure.self) { try harness.run() }
      #expect(failure?.reason == .usage)
    }
  }

  @Test("Thumbnails are never written among the files that are read")
  func outputAmongInputs() throws {
    let harness = try BatchHarness()
    harness.options.outputDirectory = Array(harness.root.utf8)
    try harness.add("a.pgm")
    let failure = #expect(throws: BatchFailure.self) { try harness.run() }
    #expect(failure?.reason == .usage)
    #expect(try FileManager.default.contentsOfDirectory(atPath: harness.root).count <= 2)
  }

  @Test("An output directory inside the input is not read, whatever its name")
  func outputInside() throws {
    let harness = try BatchHarness()
    harness.options.outputDirectory = Array((harness.root + "/small/ones").utf8)
    try harness.add("a.pgm")
    try harness.run()
    try harness.run()
    #expect(Set(try harness.lines().keys) == ["a.pgm"])
  }

  @Test("Named files keep their paths below the output directory, and are errors if no media")
  func namedFiles() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.add("sub/b.pgm")
    try harness.place.write(Array("text".utf8), to: "in/c.txt")
    let root = harness.root
    let names = [root + "/a.pgm", root + "/sub/../sub/b.pgm", root + "/c.txt", root + "/none.pgm"]
    harness.options.inputs = names.map { .path(Array($0.utf8)) }
    let summary = try harness.run()
    #expect(
      try harness.lines().mapValues(\.end) == [
        names[0]: "ok", names[1]: "ok", names[2]: "failed notMedia", names[3]: "failed vanished",
      ])
    let below = String(root.dropFirst())
    #expect(try harness.outputs() == [below + "/a.pgm.jpg", below + "/sub/b.pgm.jpg"])
    #expect(!summary.readNothing)
  }

  @Test("Several directories keep their paths, so that their files claim different thumbnails")
  func severalDirectories() throws {
    let harness = try BatchHarness()
    try harness.add("x/a.pgm")
    try harness.add("y/a.pgm")
    harness.options.inputs = ["x", "y"].map { .path(Array((harness.root + "/" + $0).utf8)) }
    try harness.run()
    let below = String(harness.root.dropFirst())
    #expect(try harness.outputs() == [below + "/x/a.pgm.jpg", below + "/y/a.pgm.jpg"])
    #expect(
      Set(try harness.lines().keys) == [harness.root + "/x/a.pgm", harness.root + "/y/a.pgm"])
  }

  @Test("Nothing to read says so")
  func nothing() throws {
    let harness = try BatchHarness()
    harness.options.inputs = [.path(Array((harness.root + "/none").utf8))]
    #expect(try harness.run().readNothing)
    #expect(try harness.lines().mapValues(\.end) == [harness.root + "/none": "failed vanished"])
    harness.options.inputs = [.path(Array(harness.root.utf8))]
    #expect(try !harness.run().readNothing)
  }

  @Test("A second run makes nothing that is up to date")
  func secondRun() throws {
    let harness = try BatchHarness()
    for number in 0..<20 { try harness.add("\(number).pgm") }
    #expect(try harness.run().counts.made == 20)
    let second = try harness.run()
    #expect(second.counts.current == 20 && second.counts.made == 0)
    #expect(try harness.lines()["7.pgm"]?.outputs == ["7.pgm.jpg"])
  }

  @Test("A file that changed, or whose thumbnail is gone, is made again; the others are not")
  func changes() throws {
    let harness = try BatchHarness()
    for name in ["same", "changed", "older", "gone", "empty"] { try harness.add(name + ".pgm") }
    try harness.run()
    try harness.add("changed.pgm", "thumbnail 200")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
      ofItemAtPath: harness.root + "/older.pgm")
    try FileManager.default.removeItem(atPath: harness.output + "/gone.pgm.jpg")
    try Data().write(to: URL(filePath: harness.output + "/empty.pgm.jpg"))
    try harness.run()
    #expect(
      try harness.lines().mapValues(\.status) == [
        "same.pgm": "current", "changed.pgm": "ok", "older.pgm": "ok", "gone.pgm": "ok",
        "empty.pgm": "ok",
      ])
  }

  @Test("Other options make all thumbnails again, even after a run that ended early")
  func otherOptions() throws {
    let harness = try BatchHarness()
    for number in 0..<5 { try harness.add("\(number).pgm") }
    try harness.run()
    harness.options.thumbnails.quality = 50
    harness.options.deadline = .zero
    #expect(try harness.run().counts.failures == [.timedOut: 5])
    harness.options.deadline = nil
    #expect(try harness.run().counts.made == 5)
    #expect(try harness.run().counts.current == 5)
  }

  @Test("Progress knows the total once it is counted, and grows to it")
  func progress() throws {
    let harness = try BatchHarness()
    harness.options.countsFirst = true
    for number in 0..<30 { try harness.add("\(number % 3)/\(number).pgm", "sleep 10") }
    try harness.place.write(Array("text".utf8), to: "in/notes.txt")
    nonisolated(unsafe) var seen: [(done: Int, total: Int?)] = []
    nonisolated(unsafe) var held: [UInt64] = []
    try harness.run { event in
      guard case .progress(let progress) = event else { return }
      seen.append((progress.counts.done, progress.total))
      held.append(progress.heldBytes)
    }
    #expect(seen.count > 1)
    #expect(seen.last?.done == 31 && seen.last?.total == 31)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.done <= $1.done })
    #expect(held.allSatisfy { $0 <= 120 << 20 })
  }

  @Test("The time for the whole run ends it, with a line for every file")
  func deadline() throws {
    let harness = try BatchHarness()
    for number in 0..<12 { try harness.add("\(number).pgm", "hang") }
    harness.options.deadline = .milliseconds(400)
    let summary = try harness.run()
    #expect(summary.counts.failures == [.timedOut: 12])
    #expect(summary.elapsed < .seconds(5))
    #expect(try harness.lines().count == 12)
  }
}
