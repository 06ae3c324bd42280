import Foundation
import MediaTypes
import SharePreviews
import SystemCalls
import TestSupport
import Testing

@Suite("Results for another process", .timeLimit(.minutes(5)))
struct HandOffTests {
  static func results() async -> [ShareResult] {
    let items = [
      ShareItem(.bytes(Samples.gif), identifier: "one", suggestedName: "a.gif"),
      ShareItem(.bytes(Samples.text), suggestedName: "notes \u{1F600} \"x\".txt"),
      ShareItem.file("/nowhere/gone.mp4"),
    ]
    let options = ShareOptions(sizes: [.small, ShareSize("a/b", maxPixelSize: 9)])
    let maker = FakeMaker { facts, _ throws(ThumbnailError) in
      if facts.kind != .image { throw ThumbnailError(.noPreview, "nothing \"to\" show") }
      return .full
    }
    return await ShareSession(items, by: maker, options: options).results().collect()
  }

  static func names(in directory: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  @Test("What is written is read back", arguments: HandOff.Originals.allCases)
  func roundTrip(originals: HandOff.Originals) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    let results = await Self.results()
    let written = try await HandOff.write(results, to: path, originals: originals)
    let read = try HandOff(readingFrom: path)
    #expect(read == written)
    #expect(try Self.names(in: directory) == ["session"])
    #expect(read.items.count == results.count)
    for (item, result) in zip(read.items, results) {
      #expect(item.position == result.position)
      #expect(item.identifier == result.identifier)
      #expect(item.title == result.preview.title)
      #expect(item.byteCount == result.preview.byteCount)
      #expect(item.kind == result.preview.kind)
      #expect(item.type == result.preview.type)
      #expect(item.mime == result.preview.mime)
      #expect(item.typeText == result.preview.typeText)
      #expect(item.pixelSize == result.preview.pixelSize)
      #expect(item.fileName == result.upload?.fileName)
      #expect(item.error == result.error)
      #expect(item.thumbnails.map(\.name) == result.preview.thumbnails.map(\.name))
      for (file, thumbnail) in zip(item.thumbnails, result.preview.thumbnails) {
        #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(thumbnail.image.bytes))
        #expect(file.size == thumbnail.image.size)
      }
      #expect((item.originalPath != nil) == (originals != .none && result.upload != nil))
    }
    if let original = read.items[0].originalPath {
      #expect(try Data(contentsOf: URL(filePath: original)) == Data(Samples.gif))
      #expect(original.hasSuffix("/0-original.gif"))
    }
  }

  @Test("Originals that are files are one more name of them, or copies")
  func links() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Samples.gif, to: "a.gif").path(percentEncoded: false)
    let results = await ShareSession([.file(file)], by: FakeMaker()).results().collect()
    for (originals, isSame) in [(HandOff.Originals.links, true), (.copies, false)] {
      let handOff = try await HandOff.write(
        results, to: "\(directory.path)/\(originals)", originals: originals)
      let original = try #require(handOff.items[0].originalPath)
      let numbers = try [file, original].map {
        try FileManager.default.attributesOfItem(atPath: $0)[.systemFileNumber] as? Int
      }
      #expect((numbers[0] == numbers[1]) == isSame)
    }
  }

  @Test("A directory that exists is not replaced, and nothing is left")
  func existing() async throws {
    let directory = try TemporaryDirectory()
    try directory.write([1], to: "session/own")
    let results = await Self.results()
    let error = await #expect(throws: ThumbnailError.self) {
      try await HandOff.write(results, to: directory.path + "/session")
    }
    #expect(error?.code == .outputFailed)
    #expect(try Self.names(in: directory) == ["session"])
    #expect(try Self.names(in: directory).count == 1)
  }

  @Test(
    "A system call that fails leaves nothing or all of it",
    arguments: [
      "mkdirat", "openat", "open", "write", "fsync", "renameat", "linkat", "pread", "fstat",
      "getdents64",
    ])
  func faults(call: String) async throws {
    let results = await Self.results()
    var failed = 0
    for skipped in 0..<200 {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/session"
      let faults = SyscallFaults(call, .inputOutput, after: skipped)
      let isWritten = await Syscalls.$faults.withValue(faults) {
        (try? await HandOff.write(results, to: path)) != nil
      }
      let names = try Self.names(in: directory)
      #expect(names.isEmpty || names == ["session"], "\(call) \(skipped): \(names)")
      if !names.isEmpty {
        #expect(try HandOff(readingFrom: path).items.count == results.count)
      }
      if !isWritten { failed += 1 }
      if faults.callCount <= skipped {
        #expect(isWritten)
        break
      }
    }
    // A link that cannot be made is a copy, and what is linked is no file here.
    #expect(failed > 0 || call == "linkat")
  }

  @Test("A writer that is killed leaves nothing under the name, and the next one cleans up")
  func killed() async throws {
    let directory = try TemporaryDirectory()
    let results = await Self.results()
    // A process that ended: its number is not given out again so soon.
    let ended = Process()
    ended.executableURL = URL(filePath: "/bin/true")
    try ended.run()
    ended.waitUntilExit()
    let left = ".thumbs-share-\(ended.processIdentifier)-0.part"
    try directory.write([1, 2], to: left + "/0-small.jpg")
    let own = ".thumbs-share-\(ProcessInfo.processInfo.processIdentifier)-7.part"
    try directory.write([1, 2], to: own + "/0-small.jpg")
    try directory.write([1], to: ".thumbs-share-x.part/file")
    try await HandOff.write(results, to: directory.path + "/session")
    #expect(try Self.names(in: directory) == [own, ".thumbs-share-x.part", "session"].sorted())
  }

  @Test(
    "A manifest that lies is refused",
    arguments: [
      ("\"version\":1", "\"version\":2"), ("0-small.jpg", "../0-small.jpg"),
      ("0-small.jpg", "none.jpg"), ("\"title\":", "\"tilte\":"),
      ("\"kind\":\"image\"", "\"kind\":1"),
      ("\"name\":\"small\"", "\"name\":3"), ("\"bytes\":3,\"source\"", "\"bytes\":4,\"source\""),
      ("{", ""), ("\"width\":256", "\"width\":1e99"), ("\"width\":256", "\"width\":-256"),
      ("0-small.jpg", "0-small.jpg\\u0000"), ("0-small.jpg", "manifest.json"), ("0-small.jpg", "."),
      ("\"items\":[", "\"items\":[" + String(repeating: "0,", count: 1 << 18)),
    ])
  func lies(truth: String, lie: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    try await HandOff.write(await Self.results(), to: path)
    let manifest = URL(filePath: path + "/manifest.json")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    #expect(text.contains(truth))
    let range = try #require(text.range(of: truth))
    try Data(text.replacingCharacters(in: range, with: lie).utf8).write(to: manifest)
    #expect(throws: ThumbnailError.self) { try HandOff(readingFrom: path) }
  }

  @Test("A link in the place of a file leads nowhere", arguments: ["0-small.jpg", "manifest.json"])
  func foreignLinks(name: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    try await HandOff.write(await Self.results(), to: path)
    let (inside, outside) = ("\(path)/\(name)", "\(directory.path)/secret")
    try FileManager.default.moveItem(atPath: inside, toPath: outside)
    try FileManager.default.createSymbolicLink(atPath: inside, withDestinationPath: outside)
    #expect(throws: ThumbnailError.self) { try HandOff(readingFrom: path) }
  }

  @Test(
    "A file name of a manifest leads into no other directory",
    arguments: ["../../x.gif", "/etc/passwd", "..", "a\\u0000b", "a\\u202egpj.exe", ""])
  func fileNames(name: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    try await HandOff.write(await Self.results(), to: path)
    let manifest = URL(filePath: path + "/manifest.json")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    let truth = "\"fileName\":\"a.gif\""
    #expect(text.contains(truth))
    let lie = text.replacingOccurrences(of: truth, with: "\"fileName\":\"\(name)\"")
    try Data(lie.utf8).write(to: manifest)
    let read = try #require(try HandOff(readingFrom: path).items[0].fileName)
    #expect(!read.isEmpty && read != "." && read != "..")
    #expect(!read.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test("More than another process would read is not written, and nothing is left")
  func tooMany() async throws {
    let directory = try TemporaryDirectory()
    let title = String(repeating: "a", count: 200_000) + ".gif"
    let items = (0..<50).map { _ in ShareItem(.bytes(Samples.gif), suggestedName: title) }
    let results = await ShareSession(items, by: FakeMaker()).results().collect()
    let error = await #expect(throws: ThumbnailError.self) {
      try await HandOff.write(results, to: directory.path + "/session", originals: .none)
    }
    #expect(error?.code == .outputFailed)
    #expect(try Self.names(in: directory).isEmpty)
  }

  @Test("No part of a manifest is taken for a whole one")
  func truncated() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/session"
    try await HandOff.write(await Self.results(), to: path)
    let manifest = URL(filePath: path + "/manifest.json")
    let bytes = try Data(contentsOf: manifest)
    for end in stride(from: 0, to: bytes.count - 1, by: 13) {
      try bytes.prefix(end).write(to: manifest)
      #expect(throws: ThumbnailError.self) { try HandOff(readingFrom: path) }
    }
  }
}
