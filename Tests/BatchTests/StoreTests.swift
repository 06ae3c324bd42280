import Batch
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

/// What a run knows of those before it.
@Suite(.timeLimit(.minutes(2)))
struct StoreTests {
  let harness: BatchHarness
  var state: String { harness.output + "/.thumbs-state" }

  init() throws { harness = try BatchHarness() }

  /// How often the decoders were asked: each answer has a process's number as its warning.
  func statuses() throws -> [String: String] { try harness.lines().mapValues(\.end) }

  @Test("A second run tells of each file what the first one told, and decodes nothing")
  func secondRun() throws {
    try harness.add("sub/a.pgm")
    try harness.add("refused.pgm", "refuse")
    try harness.add("crashing.pgm", "signal 11")
    try harness.place.write(Array("text".utf8), to: "in/notes.txt")
    try harness.run()
    let first = try harness.lines()
    // A worker that cannot be started shows that none was needed.
    harness.options.workerProgram = Array("/bin/false".utf8)
    let summary = try harness.run()
    let second = try harness.lines()
    #expect(
      second.mapValues(\.end) == [
        "sub/a.pgm": "current", "refused.pgm": "failed corrupt", "crashing.pgm": "failed crashed",
        "notes.txt": "skipped",
      ])
    for (path, line) in second {
      for key in ["kind", "mime", "bytes", "width", "height", "source"] {
        let (now, then) = (line.object[key] ?? "", first[path]?.object[key] ?? "")
        #expect("\(now)" == "\(then)", "\(path) \(key)")
      }
      #expect(line.message == first[path]?.message)
      #expect(line.outputs == first[path]?.outputs)
    }
    #expect(summary.counts.made == 0)
  }

  @Test("What failed is tried again when that is wanted")
  func retry() throws {
    try harness.add("a.pgm", "refuse")
    try harness.run()
    harness.options.workerProgram = Array("/bin/false".utf8)
    try harness.run()
    harness.options.retriesFailures = true
    #expect(throws: BatchFailure.self) { try harness.run() }
  }

  @Test(
    "A store that is gone or damaged is made anew from the thumbnails",
    arguments: ["gone", "empty", "garbage", "cut"])
  func lostStore(how: String) throws {
    for number in 0..<30 { try harness.add("\(number % 3)/\(number).pgm") }
    try harness.run()
    let path = state + "/store.sqlite"
    switch how {
    case "gone": try FileManager.default.removeItem(atPath: path)
    case "empty": try Data().write(to: URL(filePath: path))
    case "garbage": try Data(repeating: 0x55, count: 100_000).write(to: URL(filePath: path))
    default:
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    }
    try FileManager.default.removeItem(atPath: harness.output + "/0/3.pgm.jpg")
    let second = try harness.run()
    #expect(second.counts.current == 29 && second.counts.made == 1)
    harness.options.workerProgram = Array("/bin/false".utf8)
    #expect(try harness.run().counts.current == 30)
  }

  @Test("Thumbnails of other options are not taken for those of this run when the store is gone")
  func lostStoreAndOtherOptions() throws {
    try harness.add("a.pgm")
    try harness.run()
    try FileManager.default.removeItem(atPath: state + "/store.sqlite")
    harness.options.thumbnails.quality = 50
    #expect(try harness.run().counts.made == 1)
  }

  @Test("A clock that was set back makes no old thumbnail a new one")
  func clockSetBack() throws {
    try harness.add("a.pgm")
    try harness.run()
    // Modified at the very time at which it was, with another content of another length.
    let file = harness.root + "/a.pgm"
    let before = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
    try harness.add("a.pgm", "thumbnail 2000")
    try FileManager.default.setAttributes([.modificationDate: before as Any], ofItemAtPath: file)
    #expect(try harness.run().counts.made == 1)
    // Older than before.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: file)
    #expect(try harness.run().counts.made == 1)
    #expect(try harness.run().counts.current == 1)
    // In the future.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 1_000_000)], ofItemAtPath: file)
    #expect(try harness.run().counts.made == 1)
    #expect(try harness.run().counts.current == 1)
  }

  @Test("A file with another name keeps its thumbnails, undecoded; a copy does not count as one")
  func moved() throws {
    try harness.add("a.pgm")
    try harness.add("sub/b.pgm")
    try harness.run()
    let files = FileManager.default
    try files.moveItem(atPath: harness.root + "/a.pgm", toPath: harness.root + "/sub/c.pgm")
    try files.moveItem(atPath: harness.root + "/sub", toPath: harness.root + "/other")
    harness.options.workerProgram = Array("/bin/false".utf8)
    harness.options.prunes = true
    let summary = try harness.run()
    #expect(try statuses() == ["other/b.pgm": "ok", "other/c.pgm": "ok"])
    #expect(try harness.lines()["other/c.pgm"]?.object["source"] as? String == "scaled")
    #expect(summary.counts.pruned == 2)
    #expect(try harness.outputs() == ["other/b.pgm.jpg", "other/c.pgm.jpg"])
    #expect(try harness.run().counts.current == 2)
  }

  @Test("Thumbnails of files that are gone stay, until they are to be removed")
  func prune() throws {
    for name in ["a", "x/y/b", "x/c", "d"] { try harness.add(name + ".pgm") }
    try harness.run()
    try FileManager.default.removeItem(atPath: harness.root + "/x/y")
    try FileManager.default.removeItem(atPath: harness.root + "/d.pgm")
    #expect(try harness.run().counts.pruned == 0)
    #expect(try harness.outputs().count == 4)
    try harness.place.write(Array("mine".utf8), to: "out/x/y/mine.jpg")
    harness.options.prunes = true
    harness.options.selection.excluded = [PathPattern(Array("a.pgm".utf8))]
    nonisolated(unsafe) var pruned: [String] = []
    let summary = try harness.run { event in
      if case .pruned(let path) = event { pruned.append(String(decoding: path, as: UTF8.self)) }
    }
    #expect(summary.counts.pruned == 2)
    #expect(pruned.sorted() == ["d.pgm", "x/y/b.pgm"].map { harness.root + "/" + $0 })
    // What was not made here, and what is only not asked for, stays.
    #expect(try harness.outputs() == ["a.pgm.jpg", "x/c.pgm.jpg", "x/y/mine.jpg"])
    try FileManager.default.removeItem(atPath: harness.output + "/x/y/mine.jpg")
  }

  @Test("A directory without a single file removes nothing: its disk may not be mounted")
  func unmounted() throws {
    try harness.add("a.pgm")
    try harness.run()
    try FileManager.default.removeItem(atPath: harness.root + "/a.pgm")
    harness.options.prunes = true
    #expect(try harness.run().counts.pruned == 0)
    #expect(try harness.outputs() == ["a.pgm.jpg"])
  }

  @Test("A tree that moves with its thumbnails is known where it is")
  func movedTree() throws {
    harness.options.outputDirectory = nil
    for number in 0..<4 { try harness.add("\(number).pgm") }
    try harness.run()
    let other = harness.place.path + "/elsewhere"
    try FileManager.default.moveItem(atPath: harness.root, toPath: other)
    try FileManager.default.removeItem(atPath: other + "/0.pgm")
    harness.options.inputs = [.path(Array(other.utf8))]
    harness.options.prunes = true
    harness.options.workerProgram = Array("/bin/false".utf8)
    let summary = try harness.run()
    #expect(summary.counts.current == 3 && summary.counts.pruned == 1)
  }

  @Test("A picture that cannot be shown any more loses its thumbnail")
  func brokenLater() throws {
    try harness.add("a.pgm")
    try harness.run()
    try harness.add("a.pgm", "refuse")
    try harness.run()
    #expect(try statuses() == ["a.pgm": "failed corrupt"])
    #expect(try harness.outputs().isEmpty)
  }

  @Test("Other sizes replace the thumbnails of those before")
  func otherSizes() throws {
    try harness.add("a.pgm")
    harness.options.thumbnails.sizes = [45, 256]
    try harness.run()
    harness.options.thumbnails.sizes = [64]
    try harness.run()
    #expect(try harness.outputs() == ["a.pgm.jpg"])
    harness.options.thumbnails.sizes = [45, 256]
    try harness.run()
    #expect(try harness.outputs() == ["a.pgm.45.jpg", "a.pgm.256.jpg"])
  }

  @Test("A file that changes while it is read is read again; one that never rests is given up")
  func changing() throws {
    try harness.add("once.pgm", "sleep 1500")
    try harness.add("gone.pgm", "sleep 1500")
    try harness.add("always.pgm", "sleep 1500")
    harness.options.jobs = 3
    harness.options.budgetByteCount = 400 << 20
    let root = harness.root
    let writer = Thread {
      // Late enough for all to be read, early enough for none to be done.
      usleep(750_000)
      try? Data(BatchHarness.picture("thumbnail 77")).write(to: URL(filePath: root + "/once.pgm"))
      unlink(root + "/gone.pgm")
      for number in 0..<120 {
        let picture = BatchHarness.picture("sleep \(500 + number)")
        try? Data(picture).write(to: URL(filePath: root + "/always.pgm"))
        usleep(50_000)
      }
    }
    writer.start()
    try harness.run()
    #expect(
      try statuses() == [
        "once.pgm": "ok", "gone.pgm": "failed vanished", "always.pgm": "failed unreadable",
      ])
    let output = try FileManager.default.attributesOfItem(atPath: harness.output + "/once.pgm.jpg")
    #expect(output[.size] as? Int == 77)
    #expect(try harness.outputs() == ["once.pgm.jpg"])
  }

  @Test("What a run that was killed has left is removed by the next")
  func leftParts() throws {
    try harness.add("a.pgm")
    try harness.place.write([1, 2, 3], to: "out/.thumbs-state/123abc.part")
    try harness.run()
    #expect(try harness.outputs() == ["a.pgm.jpg"])
  }

  @Test("A second run over the same output says that it waits, and goes on after the first")
  func twoRuns() throws {
    for number in 0..<4 { try harness.add("\(number).pgm", "sleep 200") }
    harness.options.jobs = 1
    let options = harness.options
    let first = Thread { _ = try? BatchRun(options).run() }
    first.start()
    while !FileManager.default.fileExists(atPath: harness.output + "/.thumbs-state/store.sqlite") {
      usleep(5000)
    }
    nonisolated(unsafe) var notices: [String] = []
    let summary = try harness.run { event in
      if case .notice(let text) = event { notices.append(text) }
    }
    #expect(notices.count == 1)
    #expect(notices.first?.contains("another run (process \(getpid()))") == true)
    #expect(summary.counts.current == 4)
  }

  @Test("Runs that share the output do not wait for each other, and make each file once")
  func shards() throws {
    for number in 0..<40 { try harness.add("\(number % 3)/\(number).pgm") }
    let all = Set((0..<40).map { "\($0 % 3)/\($0).pgm" })
    var seen: [String] = []
    for number in 1...3 {
      harness.options.selection.shard = FileSelection.Shard(number: number, count: 3)
      let summary = try harness.run()
      let paths = try harness.lines().keys
      #expect(summary.counts.made == paths.count && paths.count > 5)
      seen += paths
    }
    #expect(seen.count == 40 && Set(seen) == all)
    harness.options.selection.shard = nil
    // A run of its own judges by the thumbnails what others have made.
    #expect(try harness.run().counts.current == 40)
  }
}
