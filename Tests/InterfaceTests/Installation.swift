import Foundation
import TestSupport

/// The library and the command, put below a fresh prefix as `make install` does.
struct Installation: Sendable {
  /// The directory of the package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The prefix.
  let prefix: TemporaryDirectory
  /// Where programs run.
  let work: TemporaryDirectory

  /// What the tests share: linking takes seconds.
  static func shared() async throws -> Installation { try await installing.value }

  private static let installing = Task { try await Installation() }

  private init() async throws {
    prefix = try TemporaryDirectory()
    work = try TemporaryDirectory()
    try await Self.gather(in: work.url)
    let outcome = try await Self.make(
      "install", "BUILD=\(work.path)", "PREFIX=\(prefix.path)", "DESTDIR=")
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Puts what is to be installed into one directory, as a release build has it.
  static func gather(in directory: URL) async throws {
    let products = ProcessRunner.productsDirectory
    for name in ["thumbs", "thumbs-worker"] {
      try FileManager.default.createSymbolicLink(
        at: directory.appending(path: name), withDestinationURL: products.appending(path: name))
    }
    let outcome = try await ProcessRunner.run(
      package.appending(path: "Scripts/link-library").path(percentEncoded: false),
      [
        products.path(percentEncoded: false),
        directory.appending(path: "libthumbs.so").path(percentEncoded: false),
      ], timeout: .seconds(300))
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
  }

  /// Runs make in the package.
  static func make(_ words: String...) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.run(
      "make", ["--no-print-directory", "-C", package.path(percentEncoded: false)] + words)
  }

  /// The environment in which programs find the library.
  var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": "\(prefix.path)/lib",
      "PKG_CONFIG_PATH": "\(prefix.path)/lib/pkgconfig", "LANG": "C.UTF-8",
    ]
  }

  /// Runs a line of shell where the library is found.
  func shell(_ line: String, in directory: URL? = nil) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.run(
      "/bin/sh", ["-c", line], environment: environment, workingDirectory: directory ?? work.url,
      timeout: .seconds(120))
  }

  /// Compiles a program in C with the flags of pkg-config.
  func compile(_ source: String, to name: String) async throws {
    let outcome = try await shell(
      "cc -std=c11 -Wall -Wextra -Werror '\(source)' -o '\(name)' "
        + "$(pkg-config --cflags --libs thumbs) -lpthread")
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
  }
}
