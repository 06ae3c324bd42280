import Foundation
import TestSupport
import Testing

/// The command itself: signals to it, its death, and a reader of its report that sleeps.
@Suite(.timeLimit(.minutes(2)))
struct SupervisorTests {
  /// A place in which the built command finds the worker for tests as its own.
  private struct Installation {
    let harness: BatchHarness
    var directory: String { harness.place.path + "/bin" }

    /// Copies the programs; by another process, since a program that this one had open for
    /// writing could not be started while a child, forked by another test, still has it.
    init() async throws {
      harness = try BatchHarness()
      let products = ProcessRunner.productsDirectory.path(percentEncoded: false)
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: false)
      for (from, to) in [("thumbs", "thumbs"), ("thumbs-test-worker", "thumbs-worker")] {
        let copy = try await ProcessRunner.run("cp", ["\(products)/\(from)", "\(directory)/\(to)"])
        try #require(copy.status == 0, "\(copy.errors)")
      }
    }

    /// Runs the command in the background of a shell script that may signal it as `$pid`.
    func run(_ script: String, arguments: String = "") async throws -> ProcessRunner.Outcome {
      let command = """
        cd '\(harness.place.path)'
        env --default-signal=INT bin/thumbs batch in -o out --report report.jsonl --quiet \(arguments) &
        pid=$!
        \(script)
        """
      return try await ProcessRunner.run("/bin/sh", ["-c", command])
    }

    /// How many processes run the worker.
    func workerCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
        let program = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(name)/exe")
        return program == directory + "/thumbs-worker"
      }
    }

    /// Waits until no worker is left.
    func expectNoWorkers() throws {
      let start = ContinuousClock.now
      while try workerCount() > 0, ContinuousClock.now - start < .seconds(5) { usleep(10_000) }
      #expect(try workerCount() == 0)
    }
  }

  private static let untilTwoAreDone = """
    while [ "$(grep -c '"status":"ok"' report.jsonl 2>/dev/null)" != 2 ]; do sleep 0.02; done
    """

  @Test(
    "A signal ends the run in order: what was finished stays, the rest is told",
    arguments: [("INT", 130), ("TERM", 143)])
  func signals(name: String, status: Int32) async throws {
    let place = try await Installation()
    for name in ["a", "b"] { try place.harness.add("\(name).pgm") }
    let outcome = try await place.run(
      """
      \(Self.untilTwoAreDone)
      for name in c d e f g h; do printf 'P5\\n# hang\\n8 8\\n255\\n%064d' 0 > in/$name.pgm; done
      wait $pid
      bin/thumbs batch in -o out --report report.jsonl --quiet -j 2 &
      pid=$!
      while [ "$(grep -c current report.jsonl)" != 2 ]; do sleep 0.02; done
      sleep 0.3
      kill -\(name) $pid
      wait $pid
      exit $?
      """)
    #expect(outcome.status == status)
    let ends = try place.harness.lines().mapValues(\.end)
    #expect(ends["a.pgm"] == "current" && ends["b.pgm"] == "current")
    #expect(Set(ends.values).isSubset(of: ["current", "failed cancelled"]))
    #expect(try place.harness.outputs() == ["a.pgm.jpg", "b.pgm.jpg"])
    try place.expectNoWorkers()
  }

  @Test("Workers end with a supervisor that is killed, in the middle of their jobs")
  func killed() async throws {
    let place = try await Installation()
    for name in ["a", "b", "c", "d"] { try place.harness.add("\(name).pgm", "hang") }
    let outcome = try await place.run(
      """
      while [ "$(ls /proc/$pid/task/*/ | grep -c children)" = 0 ]; do sleep 0.02; done
      sleep 0.5
      cat /proc/$pid/task/*/children
      kill -KILL $pid
      wait $pid
      sleep 0.2
      """)
    #expect(!outcome.output.split(separator: " ").isEmpty)
    try place.expectNoWorkers()
    #expect(try place.harness.outputs().isEmpty)
  }

  @Test("A run whose report nobody takes can still be ended")
  func fullPipe() async throws {
    let place = try await Installation()
    for number in 0..<2000 {
      try place.harness.place.write(Array("text".utf8), to: "in/a text that is no media \(number)")
    }
    let outcome = try await ProcessRunner.run(
      "/bin/sh",
      [
        "-c",
        """
        cd '\(place.harness.place.path)'
        mkfifo reader
        sleep 20 < reader > /dev/null 2>&1 &
        env --default-signal=INT bin/thumbs batch in -o out --report - --quiet > reader &
        pid=$!
        sleep 1
        kill -TERM $pid
        wait $pid
        exit $?
        """,
      ], timeout: .seconds(15))
    #expect(!outcome.timedOut)
    #expect(outcome.status == 143)
  }

  @Test("Runs that are killed at any moment leave what the next run completes, and nothing else")
  func killedAgainAndAgain() async throws {
    let place = try await Installation()
    for number in 0..<80 { try place.harness.add("\(number % 4)/\(number).pgm", "sleep 5") }
    for number in 0..<4 { try place.harness.add("refused\(number).pgm", "refuse") }
    for _ in 0..<10 {
      let delay = String(format: "%.3f", Double.random(in: 0.02...0.4))
      _ = try await place.run("sleep \(delay); kill -KILL $pid; wait $pid")
    }
    let outcome = try await place.run("wait $pid; exit $?")
    #expect(outcome.status == 1)
    let ends = try place.harness.lines().values.map(\.end)
    #expect(ends.count == 84)
    #expect(Set(ends).isSubset(of: ["ok", "current", "failed corrupt"]))
    let outputs = try place.harness.outputs()
    #expect(outputs == Set((0..<80).map { "\($0 % 4)/\($0).pgm.jpg" }))
    for output in outputs {
      let path = place.harness.output + "/" + output
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      #expect(size == 100)
    }
    // An undisturbed run has nothing to do any more.
    _ = try await place.run("wait $pid")
    let last = try place.harness.lines().values.map(\.end)
    #expect(Set(last) == ["current", "failed corrupt"])
  }
}
