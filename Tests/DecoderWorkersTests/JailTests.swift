import DecoderWorkers
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing
import WorkerProtocol

/// What code that runs in a worker can still do; the worker for tests is confined like the real one.
@Suite("The jail of decoders", .timeLimit(.minutes(2)))
struct JailTests {
  /// The number with which something is refused inside a worker; 0 where it works.
  private func refusal(of order: String) throws -> Int32 {
    var harness = try QueueHarness(workers: 1)
    try harness.submit("try " + order)
    let finished = try harness.finish()
    let outcome = try #require(finished.first).result.get()
    return try #require(Int32(outcome.warnings.first?.detail ?? ""))
  }

  @Test(
    "Nothing that reaches out of a worker works",
    arguments: [
      "open /etc/passwd", "open /proc/self/environ", "open /proc/self/mem", "open /",
      "open /dev/null", "open-writing /dev/null", "create-nameless /tmp", "chdir /",
      "local-socket", "raw-netlink", "fork", "execute /bin/true", "trace", "read-parent",
      "signal-parent", "raise-data-limit", "dumpable", "new-namespace", "mount", "user-id",
      "rings", "bpf", "keys", "terminal-input", "signals-by-descriptor",
    ])
  func misdeeds(order: String) throws {
    let number = try refusal(of: order)
    #expect(number == EPERM || number == EACCES, "\(order): \(number)")
  }

  @Test("What decoders need still works", arguments: ["thread", "memory", "read-limit"])
  func needs(order: String) throws {
    #expect(try refusal(of: order) == 0)
  }

  @Test(
    "A file that lies in reach is not read, changed, removed or joined by another",
    arguments: ["open", "open-writing", "unlink", "rename", "chmod", "mkdir", "symlink", "create"])
  func neighbours(order: String) throws {
    let place = try TemporaryDirectory()
    let secret = try place.write(Array("secret".utf8), to: "secret")
    let isNew = ["mkdir", "symlink", "create"].contains(order)
    let path = isNew ? place.path + "/new" : secret.path(percentEncoded: false)
    let number = try refusal(of: "\(order) \(path)")
    #expect(number == EPERM || number == EACCES, "\(order): \(number)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["secret"])
    #expect(try Data(contentsOf: secret) == Data("secret".utf8))
  }

  @Test("Fonts may be read and not written")
  func fonts() throws {
    let fonts = "/etc/fonts/fonts.conf"
    guard FileManager.default.fileExists(atPath: fonts) else { return }
    #expect(try refusal(of: "open \(fonts)") == 0)
    #expect(try refusal(of: "open-writing \(fonts)") != 0)
  }

  @Test("Nobody who listens on this machine is called")
  func network() throws {
    let listener = try LocalListener()
    #expect(try refusal(of: "connect \(listener.port)") == EPERM)
    let wasCalled = listener.wasCalled
    #expect(!wasCalled)
  }

  @Test("A worker stands as the kernel tells of it: no rights, no core, nothing open but its own")
  func standing() throws {
    var harness = try QueueHarness(workers: 1)
    try harness.submit("thumbnail 10")
    _ = try harness.finish()
    let worker = "/proc/\(try #require(harness.queue.workerNumbers.first))"
    let status = try String(contentsOfFile: worker + "/status", encoding: .utf8)
    let facts = Set(status.split(separator: "\n").map { $0.filter { !$0.isWhitespace } })
    for fact in ["NoNewPrivs:1", "Seccomp:2", "CapEff:0000000000000000", "Threads:1"] {
      #expect(facts.contains(fact), "\(fact)")
    }
    let limits = try String(contentsOfFile: worker + "/limits", encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    for limit in ["Max file size 0 0 bytes", "Max core file size 0 0 bytes"] {
      #expect(limits.contains(limit), "\(limit)")
    }
    guard let open = try? FileManager.default.contentsOfDirectory(atPath: worker + "/fd") else {
      return  // Another user's eyes: the worker is not to be looked into.
    }
    let targets = open.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: worker + "/fd/" + $0)
    }
    let own = worker.dropFirst("/proc".count)
    for target in targets {
      let isExpected =
        target == "/dev/null" || target.hasPrefix("socket:")
        || target.hasPrefix("/proc" + own + "/")
      #expect(isExpected, "\(target)")
    }
    #expect(targets.count == open.count && targets.count { $0 == "/dev/null" } == 3)
  }

  @Test("A worker with all of its jail says so, and is taken where that is required")
  func greeting() throws {
    var harness = try QueueHarness(workers: 1, requiresJail: true)
    try harness.submit("thumbnail 10")
    #expect(try harness.finish().count == 1)
    let greeting = harness.queue.greeting
    #expect(greeting?.gaps == [])
    #expect((greeting?.landlockVersion ?? 0) > 0)
    let notice = harness.queue.jailNotice
    #expect(notice == nil)
  }
}
