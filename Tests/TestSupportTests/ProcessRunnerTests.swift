import Foundation
import TestSupport
import Testing

@Suite("Running programs", .timeLimit(.minutes(1))) struct ProcessRunnerTests {
  private func shell(
    _ script: String, environment: [String: String]? = [:], input: [UInt8] = [],
    timeout: Duration = .seconds(20)
  ) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.run(
      "/bin/sh", ["-c", script], environment: environment, input: input, timeout: timeout)
  }

  @Test("Status, output and errors are told apart")
  func streams() async throws {
    let outcome = try await shell("echo out; echo err >&2; exit 3")
    #expect(outcome.status == 3)
    #expect(outcome.signal == nil)
    #expect(outcome.output == "out\n")
    #expect(outcome.errors == "err\n")
    #expect(!outcome.timedOut)
    #expect(outcome.peakResidentBytes > 0)
  }

  @Test("More than a pipe holds goes in and comes out")
  func longInput() async throws {
    let input = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let outcome = try await ProcessRunner.run("cat", input: input)
    #expect(outcome.status == 0)
    #expect(outcome.standardOutput == input)
  }

  @Test("A program that does not read its input does not end the test run")
  func unreadInput() async throws {
    let outcome = try await shell("exec <&-; exit 0", input: Array(repeating: 7, count: 1 << 20))
    #expect(outcome.status == 0)
  }

  @Test("The environment is the one given")
  func environment() async throws {
    let outcome = try await ProcessRunner.run("/usr/bin/env", environment: ["A": "b c"])
    #expect(outcome.output == "A=b c\n")
  }

  @Test("The working directory is the one given")
  func workingDirectory() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await ProcessRunner.run("/bin/pwd", workingDirectory: directory.url)
    #expect(outcome.output == directory.path + "\n")
  }

  @Test("A signal is not a status")
  func signal() async throws {
    let outcome = try await shell("kill -TERM $$")
    #expect(outcome.status == nil)
    #expect(outcome.signal == 15)
  }

  @Test("What outlives its time is killed with all it started")
  func timeout() async throws {
    let start = ContinuousClock.now
    let outcome = try await shell(
      "echo early; /bin/sleep 50 & /bin/sleep 50", timeout: .milliseconds(300))
    #expect(outcome.timedOut)
    #expect(outcome.signal == 9)
    #expect(outcome.output == "early\n")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("The products lie in the directory of the products")
  func products() {
    let bundle = ProcessRunner.productsDirectory.appending(path: "thumbsPackageTests.xctest")
    #expect(FileManager.default.fileExists(atPath: bundle.path(percentEncoded: false)))
  }

  @Test("A program that is not there is an error")
  func missing() async {
    await #expect(throws: ProcessRunner.Failure.self) {
      try await ProcessRunner.run("/nowhere/program")
    }
  }
}
