import Batch
import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

/// A directory of files that tell the worker for tests what to do, and runs over it.
final class BatchHarness {
  /// Where `in`, `out` and the report are.
  let place: TemporaryDirectory
  /// What runs are made with.
  var options: BatchOptions

  var root: String { place.path + "/in" }
  var output: String { place.path + "/out" }
  var report: String { place.path + "/report.jsonl" }

  init() throws {
    place = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: place.path + "/in", withIntermediateDirectories: false)
    options = BatchOptions(
      inputs: [.path(Array((place.path + "/in").utf8))],
      outputDirectory: Array((place.path + "/out").utf8))
    options.workerProgram = Array(
      ProcessRunner.productsDirectory.appending(path: "thumbs-test-worker")
        .path(percentEncoded: false).utf8)
    options.report = .file(Array((place.path + "/report.jsonl").utf8))
    options.handlesStopSignals = false
  }

  /// A small picture whose comment is an order.
  static func picture(_ order: String) -> [UInt8] {
    Array("P5\n# \(order)\n8 8\n255\n".utf8) + [UInt8](repeating: 0x80, count: 64)
  }

  /// Writes a picture with an order below `in`.
  func add(_ name: String, _ order: String = "thumbnail 100") throws {
    try place.write(BatchHarness.picture(order), to: "in/" + name)
  }

  /// Writes a file below `in` whose name need not be text.
  func add(bytesOfName name: [UInt8], _ content: [UInt8]) throws {
    let directory = try Syscalls.open(
      directory: Array(root.utf8), in: Syscalls.currentDirectoryNumber)
    let file = try Syscalls.create(name, in: directory.number)
    try Syscalls.write(content, to: file.number)
  }

  /// Runs a batch.
  @discardableResult
  func run(observe: @escaping (BatchEvent) -> Void = { _ in }) throws -> BatchSummary {
    try BatchRun(options).run(observe: observe)
  }

  /// The lines of the report, by path.
  func lines() throws -> [String: Line] {
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.isEmpty || text.hasSuffix("\n"))
    let lines = try text.split(separator: "\n").map { try Line(String($0)) }
    let byPath = Dictionary(lines.map { ($0.path, $0) }) { first, _ in
      Issue.record("two lines for \(first.path)")
      return first
    }
    return byPath
  }

  /// What stays of a run beside thumbnails.
  static let keptNames = Set(
    ["lock", "options", "store.sqlite", "store.sqlite-wal"].map { ".thumbs-state/" + $0 })

  /// All files below `out`, hidden ones included but for what runs keep in mind.
  func outputs() throws -> Set<String> {
    let all = try FileManager.default.subpathsOfDirectory(atPath: output)
    return Set(
      all.filter { path in
        var isDirectory: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: output + "/" + path, isDirectory: &isDirectory)
        return !isDirectory.boolValue && !BatchHarness.keptNames.contains(path)
      })
  }
}

/// A line of the report.
struct Line {
  let path: String
  let status: String
  let code: String?
  let message: String?
  let outputs: [String]
  let object: [String: Any]

  init(_ text: String) throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    self.object = object
    path = try #require(object["path"] as? String)
    status = try #require(object["status"] as? String)
    let error = object["error"] as? [String: Any]
    code = error?["code"] as? String
    message = error?["message"] as? String
    outputs = (object["outputs"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
  }

  /// Status and, where there is one, code.
  var end: String { code.map { "\(status) \($0)" } ?? status }
}
