import Foundation
import MediaTypes
import Synchronization
import TestSupport
import Testing

/// Runs of the command inside memory cgroups that are as large as their budget.
@Suite(
  "Runs under a limit", .serialized, .timeLimit(.minutes(20)),
  .enabled(if: MemoryGroup.canBeMade, "no memory cgroup can be made here"))
struct GroupTests {
  @Test("Nothing is killed, and every file is accounted for", arguments: [120, 64])
  func fixtures(megabytes: UInt64) async throws {
    let place = try TemporaryDirectory()
    let limit = megabytes << 20
    let group = try MemoryGroup(limit: limit)
    let highest = Highest()
    let sampling = Task.detached {
      while !Task.isCancelled {
        highest.note(group.proportionalBytes)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    let thumbs = ProcessRunner.productsDirectory.appending(path: "thumbs")
    let outcome = try await ProcessRunner.run(
      "/bin/sh",
      [
        "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", group.path,
        thumbs.path(percentEncoded: false), "batch", Fixture.directory.path(percentEncoded: false),
        "-o", place.path + "/out", "--report", place.path + "/report", "--quiet", "--budget",
        "\(megabytes)MB", "--jobs", "4",
      ], timeout: .seconds(1000))
    sampling.cancel()
    await sampling.value
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(group.killCount == 0)
    #expect(highest.value > 0 && highest.value < limit, "PSS was \(highest.value >> 20) MB")

    let ends = try Ends(report: place.path + "/report")
    #expect(Fixture.all.count > 300)
    for fixture in Fixture.all {
      let end = try #require(ends.byPath[fixture.path], "no line for \(fixture)")
      if fixture.expectation.demandsPreview {
        // Documents are left out where nobody names them.
        let isLeftOut = fixture.kind == .document && end == "skipped"
        #expect(end == "ok" || end == "overBudget" || isLeftOut, "\(fixture): \(end)")
      }
    }
    // The fixtures are small: 64 MB suffice for nearly all of them.
    let refused = ends.byPath.values.count { $0 == "overBudget" }
    #expect(refused <= 8, "\(refused) of \(ends.byPath.count) do not fit")
  }
}

/// How files ended, read from a report.
private struct Ends {
  private(set) var byPath: [String: String] = [:]

  init(report: String) throws {
    for line in try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let path = try #require(object?["path"] as? String)
      let error = object?["error"] as? [String: Any]
      #expect(byPath[path] == nil, "two lines for \(path)")
      byPath[path] = error?["code"] as? String ?? object?["status"] as? String
    }
  }
}

/// The highest of some numbers.
private final class Highest: Sendable {
  private let state = Mutex<UInt64>(0)

  var value: UInt64 { state.withLock { $0 } }

  func note(_ number: UInt64) { state.withLock { $0 = max($0, number) } }
}
