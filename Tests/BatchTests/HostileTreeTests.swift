import Batch
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

/// Trees and files that nobody would make on purpose.
@Suite(.timeLimit(.minutes(2)))
struct HostileTreeTests {
  @Test("Empty files are passed over, unless their name says that they are media")
  func empty() throws {
    let harness = try BatchHarness()
    try harness.place.write([], to: "in/__init__.py")
    try harness.place.write([], to: "in/photo.JPG")
    try harness.run()
    #expect(
      try harness.lines().mapValues(\.end) == [
        "__init__.py": "skipped", "photo.JPG": "failed empty",
      ])
  }

  @Test("Pipes and sockets are not opened: passed over in a walk, errors when named")
  func special() throws {
    let harness = try BatchHarness()
    #expect(mkfifo(harness.root + "/pipe.jpg", 0o600) == 0)
    try harness.add("a.pgm")
    try harness.run()
    #expect(try harness.lines().mapValues(\.end) == ["pipe.jpg": "skipped", "a.pgm": "ok"])
    let names = [harness.root + "/pipe.jpg", "/dev/null", "/dev/zero"]
    harness.options.inputs = names.map { .path(Array($0.utf8)) }
    try harness.run()
    #expect(Set(try harness.lines().values.map(\.end)) == ["failed notMedia"])
    #expect(try harness.lines().count == 3)
  }

  @Test("Links are followed only when named, so that no loop is possible")
  func links() throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: harness.root + "/loop", withDestinationPath: ".")
    try files.createSymbolicLink(atPath: harness.root + "/b.pgm", withDestinationPath: "a.pgm")
    try files.createSymbolicLink(atPath: harness.root + "/self", withDestinationPath: "self")
    try harness.run()
    #expect(try harness.lines().mapValues(\.end) == ["a.pgm": "ok"])
    let names = ["b.pgm", "self"].map { harness.root + "/" + $0 }
    harness.options.inputs = names.map { .path(Array($0.utf8)) }
    try harness.run()
    #expect(
      try harness.lines().mapValues(\.end) == [names[0]: "ok", names[1]: "failed unreadable"])
    // A directory that is named through a link is walked; the loop in it is not.
    harness.options.inputs = [.path(Array((harness.root + "/loop").utf8))]
    try harness.run()
    #expect(try harness.lines().mapValues(\.end) == ["a.pgm": "current"])
  }

  @Test("Hidden files and directories are left out")
  func hidden() throws {
    let harness = try BatchHarness()
    try harness.add(".a.pgm")
    try harness.add(".git/b.pgm")
    try harness.add("c.pgm")
    try harness.run()
    #expect(Set(try harness.lines().keys) == ["c.pgm"])
  }

  @Test("Names with line breaks, and names that are no text, are told and kept")
  func names() throws {
    let harness = try BatchHarness()
    let picture = BatchHarness.picture("thumbnail 10")
    try harness.add(bytesOfName: Array("a\nb.pgm".utf8), picture)
    try harness.add(bytesOfName: [0x63, 0xFF, 0x25] + Array(".pgm".utf8), picture)
    try harness.run()
    let lines = try harness.lines()
    #expect(lines.mapValues(\.end) == ["a\nb.pgm": "ok", "c%FF%25.pgm": "ok"])
    #expect(lines["c%FF%25.pgm"]?.object["pathEncoding"] as? String == "percent")
    #expect(lines["a\nb.pgm"]?.object["pathEncoding"] == nil)
    let output = try Syscalls.status(
      of: Array(harness.output.utf8) + [0x2F, 0x63, 0xFF, 0x25] + Array(".pgm.jpg".utf8),
      in: Syscalls.currentDirectoryNumber)
    #expect(output.byteCount == 25)
  }

  @Test(
    "A directory that cannot be opened or listed has its line, and costs nothing else",
    arguments: ["openat", "getdents64"])
  func closedDirectory(call: String) throws {
    let harness = try BatchHarness()
    try harness.add("a.pgm")
    try harness.add("closed/b.pgm")
    // The first of these calls serve the output directory, the note in it and the root.
    var ends: Set<[String: String]> = []
    for skipped in 0..<12 {
      try? FileManager.default.removeItem(atPath: harness.output)
      let fault = SyscallFaults(call, .noPermission, after: skipped)
      _ = Syscalls.$faults.withValue(fault) { try? harness.run() }
      if fault.callCount <= skipped { break }
      if let lines = try? harness.lines() { ends.insert(lines.mapValues(\.end)) }
    }
    #expect(ends.contains(["a.pgm": "ok", "closed": "failed unreadable"]))
  }

  @Test("Permissions are respected", .enabled(if: geteuid() != 0))
  func permissions() throws {
    let harness = try BatchHarness()
    try harness.add("closed/b.pgm")
    try harness.add("secret.pgm")
    #expect(chmod(harness.root + "/closed", 0) == 0)
    #expect(chmod(harness.root + "/secret.pgm", 0) == 0)
    try harness.run()
    #expect(
      try harness.lines().mapValues(\.end) == [
        "closed": "failed unreadable", "secret.pgm": "failed unreadable",
      ])
  }

  @Test("A file that vanishes between the walk and its opening has its line")
  func vanishing() throws {
    let harness = try BatchHarness()
    for number in 0..<50 { try harness.add("\(number).pgm", "sleep 5") }
    nonisolated(unsafe) var removed = false
    let root = harness.root
    let summary = try harness.run { event in
      guard case .file = event, !removed else { return }
      removed = true
      for number in 0..<50 { unlink(root + "/\(number).pgm") }
    }
    let lines = try harness.lines()
    #expect(lines.count == 50)
    #expect(Set(lines.values.map(\.end)) == ["ok", "failed vanished"])
    #expect(summary.counts.done == 50)
  }

  @Test("Directories far down are reported, not walked without end")
  func depth() throws {
    let harness = try BatchHarness()
    var parent = try Syscalls.open(
      directory: Array(harness.root.utf8), in: Syscalls.currentDirectoryNumber)
    for level in 0..<600 {
      let name = Array("d".utf8)
      _ = try Syscalls.makeDirectory(name, in: parent.number)
      parent = try Syscalls.open(directory: name, in: parent.number)
      guard level % 100 == 99 else { continue }
      let file = try Syscalls.create(Array("a.pgm".utf8), in: parent.number)
      try Syscalls.write(BatchHarness.picture("thumbnail 10"), to: file.number)
    }
    let summary = try harness.run()
    #expect(summary.counts.made == 5)
    #expect(summary.counts.failures == [.overLimit: 1])
  }

  @Test("A link that somebody planted in the output directory is not followed")
  func plantedLink() throws {
    let harness = try BatchHarness()
    try harness.add("sub/a.pgm")
    try harness.add("b.pgm")
    let outside = harness.place.path + "/outside"
    let files = FileManager.default
    try files.createDirectory(atPath: outside, withIntermediateDirectories: false)
    try files.createDirectory(atPath: harness.output, withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: harness.output + "/sub", withDestinationPath: outside)
    try files.createSymbolicLink(
      atPath: harness.output + "/b.pgm.jpg", withDestinationPath: outside + "/victim")
    try harness.run()
    #expect(
      try harness.lines().mapValues(\.end) == ["sub/a.pgm": "failed outputFailed", "b.pgm": "ok"])
    #expect(try files.contentsOfDirectory(atPath: outside).isEmpty)
    let status = try Syscalls.status(
      of: Array((harness.output + "/b.pgm.jpg").utf8), in: Syscalls.currentDirectoryNumber)
    #expect(status.kind == .regular)
  }

  @Test("A file where a directory is needed, and the other way round, cost their own thumbnails")
  func blockedOutput() throws {
    let harness = try BatchHarness()
    try harness.add("sub/a.pgm")
    try harness.add("b.pgm")
    try harness.add("c.pgm")
    let files = FileManager.default
    try files.createDirectory(
      atPath: harness.output + "/b.pgm.jpg/x", withIntermediateDirectories: true)
    _ = files.createFile(atPath: harness.output + "/sub", contents: Data())
    try harness.run()
    #expect(
      try harness.lines().mapValues(\.end) == [
        "sub/a.pgm": "failed outputFailed", "b.pgm": "failed outputFailed", "c.pgm": "ok",
      ])
    #expect(try harness.outputs() == ["sub", "c.pgm.jpg"])
  }
}
