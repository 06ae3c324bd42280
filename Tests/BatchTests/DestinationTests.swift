import Batch
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

/// Archives, and files of the same content.
@Suite(.timeLimit(.minutes(2)))
struct DestinationTests {
  let harness: BatchHarness

  init() throws { harness = try BatchHarness() }

  @Test("An archive has every thumbnail under its path, as tar reads it")
  func archive() async throws {
    let long = String(repeating: "a long name of a directory/", count: 12) + "x.pgm"
    let names = ["a.pgm", "sub/b c.pgm", "sub/ü.pgm", long, String(repeating: "n", count: 150)]
    for name in names { try harness.add(name, "thumbnail \(500 + name.utf8.count)") }
    let path = harness.place.path + "/archive.tar"
    let file = try Syscalls.replace(Array(path.utf8), in: Syscalls.currentDirectoryNumber)
    harness.options.target = .archive(file.number)
    harness.options.thumbnails.sizes = [45, 256]
    #expect(try harness.run().counts.made == names.count)
    let expected = names.flatMap { name in [45, 256].map { "\(name).\($0).jpg" } }
    let quoted = try await ProcessRunner.run("tar", ["-tf", path, "--quoting-style=literal"])
    #expect(Set(quoted.output.split(separator: "\n").map(String.init)) == Set(expected))
    let out = try TemporaryDirectory()
    #expect(try await ProcessRunner.run("tar", ["-xf", path, "-C", out.path]).status == 0)
    for name in names {
      let values = try FileManager.default.attributesOfItem(
        atPath: out.path + "/" + name + ".45.jpg")
      #expect(values[.size] as? Int == 500 + name.utf8.count)
    }
    #expect(Set(try harness.lines().values.flatMap(\.outputs)) == Set(expected))
    #expect(!FileManager.default.fileExists(atPath: harness.output))
  }

  @Test("Files of the same content are decoded once, in one run and in the next")
  func twins() throws {
    let picture = BatchHarness.picture("sleep 200")
    for name in ["a", "b", "sub/c"] { try harness.place.write(picture, to: "in/\(name).pgm") }
    try harness.add("other.pgm", "sleep 201")
    for name in ["x", "y"] { try harness.add(name + ".pgm", "refuse") }
    harness.options.findsDuplicates = true
    harness.options.jobs = 4
    harness.options.budgetByteCount = 400 << 20
    #expect(try harness.run().counts.made == 4)
    let lines = try harness.lines()
    #expect(lines["x.pgm"]?.end == "failed corrupt" && lines["y.pgm"]?.end == "failed corrupt")
    #expect(
      try harness.outputs() == ["a.pgm.jpg", "b.pgm.jpg", "sub/c.pgm.jpg", "other.pgm.jpg"])
    try harness.place.write(picture, to: "in/later.pgm")
    harness.options.workerProgram = Array("/bin/false".utf8)
    #expect(try harness.run().counts.made == 1)
    #expect(try harness.lines()["later.pgm"]?.end == "ok")
    #expect(try harness.run().counts.current == 5)
  }

  @Test(
    "A file is compared with what an earlier run met, whatever this one has met before it",
    arguments: ["in", "elsewhere"])
  func earlierTwins(root: String) throws {
    try harness.add("a.pgm", "thumbnail 111")
    harness.options.findsDuplicates = true
    #expect(try harness.run().counts.made == 1)
    let copy = harness.place.path + "/\(root)/first"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: harness.root + "/a.pgm", toPath: copy + "/b.pgm")
    harness.options.inputs = [.path(Array(copy.utf8))]
    harness.options.workerProgram = Array("/bin/false".utf8)
    #expect(try harness.run().counts.made == 1)
  }

  @Test("Files of the same length and other content are not the same")
  func sameLength() throws {
    try harness.add("a.pgm", "thumbnail 111")
    try harness.add("b.pgm", "thumbnail 222")
    harness.options.findsDuplicates = true
    try harness.run()
    try harness.add("c.pgm", "thumbnail 333")
    try harness.run()
    let sizes = try ["a", "b", "c"].map {
      try FileManager.default.attributesOfItem(atPath: harness.output + "/\($0).pgm.jpg")[.size]
        as? Int
    }
    #expect(sizes == [111, 222, 333])
  }
}
