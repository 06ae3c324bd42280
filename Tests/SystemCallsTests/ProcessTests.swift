import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProcessTests {
  private func shell(_ script: String, environment: [String] = []) -> ChildProcess.Launch {
    ChildProcess.Launch(
      program: Array("/bin/sh".utf8), arguments: ["-c", script], environment: environment)
  }

  @Test("A process inherits one descriptor, an empty environment, and nothing else")
  func inheritance() throws {
    let place = try TemporaryDirectory()
    let path = Array((place.path + "/said").utf8)
    let output = try Syscalls.create(path, in: Syscalls.currentDirectoryNumber)
    let bystander = try Syscalls.open(readingPath: Array("/dev/null".utf8))
    let child = try ChildProcess.start(
      shell("ls /proc/self/fd >&3; env >&3", environment: ["A=b"]), inheriting: output.number)
    let end = try end(of: child)
    #expect(end.exitStatus == 0)
    #expect(bystander.number > 3)
    let said = try String(contentsOf: place.url.appending(path: "said"), encoding: .utf8)
    let lines = said.split(separator: "\n").map(String.init)
    // `ls` itself opens the directory it lists, as number 4.
    #expect(lines.filter { Int($0) != nil } == ["0", "1", "2", "3", "4"])
    #expect(lines.contains("A=b"))
    #expect(!said.contains("PATH=/"))
  }

  private func end(of child: ChildProcess) throws -> ChildProcess.End {
    guard case .ended(let end) = child.state(waits: true) else {
      Issue.record("the process did not end")
      throw CancellationError()
    }
    return end
  }

  @Test("An end by exit and an end by a signal are told apart")
  func ends() throws {
    let null = try Syscalls.open(readingPath: Array("/dev/null".utf8))
    let exit = try ChildProcess.start(shell("exit 7"), inheriting: null.number)
    #expect(try end(of: exit).exitStatus == 7)
    let sleep = try ChildProcess.start(shell("kill -STOP $$"), inheriting: null.number)
    #expect(sleep.state() == .running)
    sleep.kill()
    let end = try end(of: sleep)
    #expect(end.signal == SIGKILL && end.exitStatus == nil)
    #expect(end.peakResidentBytes > 0)
    #expect(sleep.state() == .unknown)
  }

  @Test("What is not a program is refused at once")
  func missing() throws {
    let null = try Syscalls.open(readingPath: Array("/dev/null".utf8))
    #expect(throws: SystemError.self) {
      _ = try ChildProcess.start(
        ChildProcess.Launch(program: Array("/nowhere/at/all".utf8)), inheriting: null.number)
    }
  }

  @Test("The bound on memory holds in the other process")
  func limit() throws {
    let null = try Syscalls.open(readingPath: Array("/dev/null".utf8))
    let child = try ChildProcess.start(shell("kill -STOP $$"), inheriting: null.number)
    try child.limitData(to: 64 << 20)
    let limits = try String(contentsOfFile: "/proc/\(child.number)/limits", encoding: .utf8)
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max data size") })
    #expect(line.contains("\(64 << 20)"))
    child.kill()
    _ = try end(of: child)
  }

  @Test("The memory of a process can be asked for")
  func memory() throws {
    let view = try ProcessMemoryView()
    let before = try memory(of: view)
    #expect(before.resident > before.anonymous && before.anonymous > 0)
    let block = [UInt8](repeating: 1, count: 32 << 20)
    let after = try memory(of: view)
    withExtendedLifetime(block) {}
    #expect(after.anonymous >= before.anonymous + 24 << 20)
    #expect(after.data >= before.data)
    #expect(try #require(Syscalls.proportionalBytes()) > 24 << 20)
    #expect(try #require(Syscalls.peakResidentBytes()) >= after.anonymous)
  }

  private func memory(of view: borrowing ProcessMemoryView) throws -> ProcessMemory {
    let memory = view.memory()
    return try #require(memory)
  }

  @Test("An ended process has no memory")
  func gone() throws {
    let null = try Syscalls.open(readingPath: Array("/dev/null".utf8))
    let child = try ChildProcess.start(shell("kill -STOP $$"), inheriting: null.number)
    let view = try ProcessMemoryView(of: child.number)
    #expect(try memory(of: view).resident > 0)
    child.kill()
    _ = try end(of: child)
    let memory = view.memory()
    #expect(memory == nil)
    #expect(Syscalls.proportionalBytes(of: child.number) == nil)
  }
}
