import Foundation
import SystemCalls
import TestSupport
import Testing

@Suite("A file that takes its name when it is complete", .timeLimit(.minutes(1)))
struct NewFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  func path(_ name: String) -> [UInt8] { Array("\(directory.path)/\(name)".utf8) }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test("It replaces what had the name, and only then")
  func replaces() throws {
    try directory.write([1], to: "a")
    var file = try NewFile(path("a"))
    try file.append([UInt8](repeating: 7, count: 200_000))
    try file.append([8])
    #expect(try Data(contentsOf: directory.url.appending(path: "a")) == Data([1]))
    try file.complete()
    #expect(try Data(contentsOf: directory.url.appending(path: "a")).count == 200_001)
    #expect(try names() == ["a"])
  }

  @Test("Behind links the file that they lead to is replaced, or made, and the links stay")
  func links() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: directory.path + "/below", withIntermediateDirectories: false)
    try directory.write([1], to: "below/there")
    let links = ["near": "below/there", "far": "near", "open": "\(directory.path)/below/new"]
    for (link, target) in links {
      try files.createSymbolicLink(
        atPath: "\(directory.path)/\(link)", withDestinationPath: target)
    }
    for (link, target) in [("far", "there"), ("open", "new")] {
      var file = try NewFile(path(link))
      try file.append([7])
      try file.complete()
      #expect(try Data(contentsOf: directory.url.appending(path: "below/\(target)")) == Data([7]))
    }
    #expect(try names() == ["below", "far", "near", "open"])
    for (link, target) in links {
      let found = try files.destinationOfSymbolicLink(atPath: "\(directory.path)/\(link)")
      #expect(found == target)
    }
  }

  @Test("A link that leads to itself is replaced")
  func loop() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/loop", withDestinationPath: "loop")
    try NewFile(path("loop")).complete()
    #expect(try Data(contentsOf: directory.url.appending(path: "loop")).isEmpty)
  }

  @Test("Pipes and devices are written to, and stay what they are", arguments: [false, true])
  func special(byLink: Bool) async throws {
    let pipe = directory.path + "/pipe"
    #expect(try await ProcessRunner.run("mkfifo", [pipe]).status == 0)
    if byLink {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path + "/link", withDestinationPath: "pipe")
    }
    let reader = Task { try await ProcessRunner.run("cat", [pipe]) }
    var file = try NewFile(path(byLink ? "link" : "pipe"))
    try file.append(Array("all of it".utf8))
    try file.complete()
    #expect(try await reader.value.output == "all of it")
    #expect(try names() == (byLink ? ["link", "pipe"] : ["pipe"]))
    let status = try Syscalls.status(
      of: Array(pipe.utf8), in: Syscalls.currentDirectoryNumber)
    #expect(status.isPipe)
  }

  @Test("One that is not completed leaves nothing")
  func leavesNothing() throws {
    do {
      var file = try NewFile(path("a"))
      try file.append([1])
      #expect(try names().count == 1)
    }
    #expect(try names() == [])
  }

  @Test("Two of one name do not meet, and the later one stays")
  func twice() throws {
    var first = try NewFile(path("a"))
    var second = try NewFile(path("a"))
    try first.append([1])
    try second.append([2])
    try second.complete()
    try first.complete()
    #expect(try Data(contentsOf: directory.url.appending(path: "a")) == Data([1]))
  }

  @Test("A name may be as long as names can be")
  func longName() throws {
    let name = String(repeating: "n", count: 255)
    try NewFile(path(name)).complete()
    #expect(try names() == [name])
  }

  @Test("What fails leaves nothing", arguments: ["openat", "write", "renameat"])
  func faults(call: String) throws {
    let faults = SyscallFaults(call, .noSpace)
    #expect(throws: SystemError.self) {
      try Syscalls.$faults.withValue(faults) {
        var file = try NewFile(path("a"))
        try file.append([1])
        try file.complete()
      }
    }
    #expect(faults.callCount == 1)
    #expect(try names() == [])
  }
}
