import Foundation
import TestSupport
import Testing

/// What files must not do to whoever makes their thumbnails.
@Suite("Files that mean harm", .timeLimit(.minutes(10)))
struct HostileFileTests {
  /// Runs a batch over one file, confined or not at all, and gives what became of it.
  private func end(of file: HostileFile, budget: String = "120MB") async throws -> (String, String)
  {
    let thumbs = try Thumbs()
    let inputs = thumbs.directory.url.appending(path: "in")
    try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: false)
    try file.write(below: inputs)
    let outcome = try await thumbs(
      "batch", "in/\(file.name)", "-o", "out", "--report", "-", "--quiet", "--require-jail",
      "--budget", budget,
      "--timeout", "60s")
    #expect(outcome.status == 0 || outcome.status == 1)
    let record = try #require(try outcome.objects().first)
    let error = record["error"] as? [String: any Sendable]
    let warnings = (record["warnings"] as? [String] ?? []).joined(separator: "; ")
    return (error?["code"] as? String ?? record["status"] as? String ?? "", warnings)
  }

  @Test("A small file that grows without end costs its own preview", arguments: HostileCases.bombs)
  func bombs(_ file: HostileFile) async throws {
    let end = try await end(of: file).0
    #expect(file.allowed.contains(end), "\(file): \(end)")
  }

  @Test(
    "A header that claims too much is refused, or shown as far as it goes",
    arguments: HostileCases.claims)
  func claims(_ file: HostileFile) async throws {
    let end = try await end(of: file).0
    #expect(file.allowed.contains(end), "\(file): \(end)")
  }

  @Test(
    "Hundreds of megabytes of what no thumbnail needs are passed over",
    arguments: HostileCases.ballast)
  func ballast(_ file: HostileFile) async throws {
    let end = try await end(of: file).0
    #expect(file.allowed.contains(end), "\(file): \(end)")
  }

  @Test("Of two formats in one file the first bytes win", arguments: HostileCases.polyglots)
  func polyglots(_ file: HostileFile) async throws {
    let end = try await end(of: file).0
    #expect(file.allowed.contains(end), "\(file): \(end)")
  }

  @Test(
    "No file has another one opened, somebody called or a program run",
    arguments: HostileCases.reaching)
  func reaching(_ file: HostileCases.Reaching) async throws {
    let thumbs = try Thumbs()
    let secret = thumbs.directory.path + "/secret.png"
    let planted = try PlantedFile(try Fixture.at("same-picture/colour.png").bytes(), at: secret)
    let listener = try LocalListener()
    try thumbs.directory.write(try file.bytes(secret, listener.port), to: file.testDescription)
    let before = try thumbs.names()
    let outcome = try await thumbs("make", file.testDescription, "-o", "made.png")
    #expect(outcome.status == 0 || outcome.status == 1)
    let wasTouched = planted.wasTouched
    let wasCalled = listener.wasCalled
    #expect(!wasTouched && !wasCalled)
    #expect(try thumbs.names().filter { $0 != "made.png" } == before)
    // The watch sees what it should: this very look at the file.
    _ = try thumbs.file("secret.png")
    let seesOpening = planted.wasTouched
    #expect(seesOpening)
  }
}
