import Batch
import Foundation
import MediaTypes
import MemoryBudget
import SystemCalls
import TestSupport
import Testing

/// Workers that misbehave, and disks that do.
@Suite(.timeLimit(.minutes(2)))
struct WorkerFaultTests {
  @Test("A crash, a hang, a lie and a refusal cost their own files only")
  func workers() throws {
    let harness = try BatchHarness()
    harness.options.timeout = .milliseconds(700)
    let orders = [
      "crash": "signal 11", "abort": "signal 6", "kill": "signal 9", "stop": "signal 19",
      "hang": "hang", "leave": "exit 0", "garbage": "garbage", "lie": "not-a-jpeg",
      "refuse": "refuse",
    ]
    for (name, order) in orders { try harness.add(name + ".pgm", order) }
    for number in 0..<20 { try harness.add("good\(number).pgm") }
    let summary = try harness.run()
    let lines = try harness.lines()
    #expect(lines.count == 29)
    #expect(summary.counts.made == 20)
    #expect(summary.counts.failures == [.crashed: 6, .timedOut: 2, .corrupt: 1])
    #expect(lines["hang.pgm"]?.end == "failed timedOut")
    #expect(lines["stop.pgm"]?.end == "failed timedOut")
    #expect(try harness.outputs() == Set((0..<20).map { "good\($0).pgm.jpg" }))
  }

  @Test("When the time for the whole run is over, what was made stays and the rest is told")
  func deadline() throws {
    let harness = try BatchHarness()
    harness.options.deadline = .milliseconds(900)
    for number in 0..<4 { try harness.add("a\(number).pgm") }
    for number in 0..<4 { try harness.add("b\(number).pgm", "hang") }
    for number in 0..<40 { try harness.add("c\(number).pgm", "sleep 200") }
    let start = ContinuousClock.now
    let summary = try harness.run()
    #expect(ContinuousClock.now - start < .seconds(20))
    let lines = try harness.lines()
    #expect(lines.count == 48)
    #expect(Set(lines.values.map(\.end)).isSubset(of: ["ok", "failed timedOut"]))
    for number in 0..<4 { #expect(lines["b\(number).pgm"]?.end == "failed timedOut") }
    #expect(summary.counts.made == lines.values.count { $0.status == "ok" })
    #expect(
      try harness.outputs() == Set(lines.values.filter { $0.status == "ok" }.flatMap(\.outputs)))
  }

  @Test("A program that does not work ends the run with a reason")
  func noWorker() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    harness.options.workerProgram = Array("/bin/false".utf8)
    let failure = #expect(throws: BatchFailure.self) { try harness.run() }
    #expect(failure?.reason == .worker)
    #expect(failure?.message.contains("/bin/false") == true)
  }

  @Test("A budget that is too small is refused before anything is read")
  func smallBudget() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    harness.options.budget = MemoryLimit(byteCount: 10 << 20)
    let failure = #expect(throws: BatchFailure.self) { try harness.run() }
    #expect(failure?.reason == .usage)
    #expect(try harness.lines().isEmpty)
  }

  @Test("A disk that takes nothing at all ends the run with a reason, not every file by itself")
  func uselessDisk() throws {
    let harness = try BatchHarness()
    harness.options.report = nil
    for number in 0..<300 { try harness.add("\(number).pgm") }
    // The note on options is written first.
    let fault = SyscallFaults("futimens", .noSpace, isLasting: true)
    let failure = #expect(throws: BatchFailure.self) {
      try Syscalls.$faults.withValue(fault) { _ = try harness.run() }
    }
    #expect(failure?.reason == .output)
    #expect(failure?.message.contains("the disk is full; free some space and run again") == true)
    #expect(try harness.outputs().isEmpty)
    #expect(try harness.run().counts.made == 300)
  }

  @Test(
    "A full disk fails the thumbnails that it does not take, and leaves nothing of them",
    arguments: ["write", "renameat", "futimens", "mkdirat", "openat"])
  func fullDisk(call: String) throws {
    let harness = try BatchHarness()
    harness.options.thumbnails.sizes = [45, 256]
    // Written to a pipe's descriptor, the report would meet the same fault.
    harness.options.report = nil
    for name in ["a", "b", "c"] { try harness.add("sub/" + name + ".pgm") }
    var kinds: Set<[ThumbnailError.Code: Int]> = []
    for skipped in 0..<60 {
      try? FileManager.default.removeItem(atPath: harness.output)
      let fault = SyscallFaults(call, .noSpace, after: skipped)
      nonisolated(unsafe) var made: Set<String> = []
      let summary = Syscalls.$faults.withValue(fault) {
        try? harness.run { event in
          guard case .file(let record) = event else { return }
          made.formUnion(record.outputs.map { String(decoding: $0.path, as: UTF8.self) })
        }
      }
      if fault.callCount <= skipped { break }
      guard let summary else { continue }
      kinds.insert(summary.counts.failures)
      #expect(try harness.outputs() == made)
    }
    #expect(kinds.contains([.outputFailed: 1]))
  }

  @Test("A disk that stays full fails every thumbnail with its own line")
  func lastingFullDisk() throws {
    let harness = try BatchHarness()
    for number in 0..<5 { try harness.add("\(number).pgm") }
    let fault = SyscallFaults("renameat", .noSpace, after: 1, isLasting: true)
    let summary = try Syscalls.$faults.withValue(fault) { try harness.run() }
    #expect(summary.counts.failures == [.outputFailed: 5])
    let message = try #require(try harness.lines()["0.pgm"]?.message)
    #expect(message.contains("No space left on device"))
    #expect(try harness.outputs().isEmpty)
  }

  @Test("An output directory that cannot be made or written ends the run before it begins")
  func noOutput() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    harness.options.outputDirectory = Array("/proc/thumbs".utf8)
    let failure = #expect(throws: BatchFailure.self) { try harness.run() }
    #expect(failure?.reason == .output)
  }

  @Test("A report that nobody reads or that cannot be written ends the run with a reason")
  func brokenReport() throws {
    let harness = try BatchHarness()
    for number in 0..<5 { try harness.add("\(number).pgm") }
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { close(ends[1]) }
    close(ends[0])
    harness.options.report = .descriptor(ends[1])
    let gone = #expect(throws: BatchFailure.self) { try harness.run() }
    #expect(gone?.reason == .readerGone)
    harness.options.report = .file(Array("/dev/full".utf8))
    let full = #expect(throws: BatchFailure.self) { try harness.run() }
    #expect(full?.reason == .output)
  }

  @Test("Nothing stays open, and no thread, process or temporary file stays behind")
  func leftovers() async {
    // In a process of its own, since other suites open files at the same time.
    await #expect(processExitsWith: .success) {
      let harness = try BatchHarness()
      for (index, order) in ["thumbnail 10", "signal 11", "refuse", "garbage"].enumerated() {
        try harness.add("\(index).pgm", order)
      }
      let scratch = harness.place.path + "/scratch"
      try FileManager.default.createDirectory(
        atPath: scratch, withIntermediateDirectories: false)
      setenv("TMPDIR", scratch, 1)
      var counts: [[Int]] = []
      for _ in 0..<3 {
        try? FileManager.default.removeItem(atPath: harness.output)
        try harness.run()
        counts.append(
          try ["/proc/self/fd", "/proc/self/task", scratch].map {
            try FileManager.default.contentsOfDirectory(atPath: $0).count
          })
      }
      #expect(counts[0][0] == counts[2][0])
      #expect(counts[0][1] == counts[2][1])
      #expect(counts[2][2] == 0)
      #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
    }
  }
}
