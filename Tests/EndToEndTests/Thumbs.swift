import Foundation
import TestSupport

/// The built command in a fresh directory, with nothing in its environment.
struct Thumbs: Sendable {
  /// The path of the program.
  static let program = ProcessRunner.productsDirectory.appending(path: "thumbs")
    .path(percentEncoded: false)

  /// Where it runs.
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs it.
  func callAsFunction(
    _ arguments: String..., environment: [String: String] = [:], input: [UInt8] = []
  ) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.run(
      Self.program, arguments, environment: environment, workingDirectory: directory.url,
      input: input)
  }

  /// Runs a line of bash in which `thumbs` is the program.
  func shell(_ line: String) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.run(
      "/bin/bash", ["-c", "thumbs() { '\(Self.program)' \"$@\"; }; \(line)"],
      environment: ["PATH": "/usr/bin:/bin"], workingDirectory: directory.url)
  }

  /// The path of a fixture.
  static func fixture(_ path: String) throws -> String {
    try Fixture.at(path).url.path(percentEncoded: false)
  }

  /// The content of a file in the directory.
  func file(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: directory.url.appending(path: name)))
  }

  /// The names of all files below the directory, in order.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).sorted()
  }
}

extension ProcessRunner.Outcome {
  /// The lines of standard output as objects of JSON.
  func objects() throws -> [[String: any Sendable]] {
    try output.split(separator: "\n").map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return value as? [String: any Sendable] ?? [:]
    }
  }
}
