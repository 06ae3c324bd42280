import Foundation
import TestSupport
import Testing

/// What decoding takes is at most what its plan says, and not a small part of it.
@Suite("Planned and actual memory", .timeLimit(.minutes(20)))
struct PlannedMemoryTests {
  /// A fixture at a size, as the probe measured it.
  private struct Measurement: CustomStringConvertible {
    let path: String
    let size: Int
    let isMade: Bool
    let planned: Double
    let actual: Double
    let decoder: String

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 9, let size = Int(fields[1]), let planned = Double(fields[3]),
        let actual = Double(fields[4])
      else { return nil }
      let root = Fixture.directory.path(percentEncoded: false) + "/"
      path = String(fields[0].replacing(root, with: ""))
      self.size = size
      isMade = fields[2] == "ok"
      self.planned = planned / 0x10_0000
      self.actual = actual / 0x10_0000
      decoder = String(fields[8])
    }

    var description: String {
      let numbers = String(format: "%6.2f of %6.2f MB, %3.0f %%", actual, planned, share)
      return "\(numbers)  \(path) at \(size), \(decoder)"
    }

    /// The part of its plan that it took, in hundredths.
    var share: Double { 100 * actual / planned }

    /// Whether more was planned than three times what was taken, or than three times 4 MB, which is
    /// about what a job takes whose size hardly counts.
    var isGenerous: Bool { isMade && planned > 3 * max(actual, 4) }
  }

  /// Kinds whose header does not tell what they will take, so that the dearest is charged.
  ///
  /// JPEG XL in floating point or in whole numbers; streams and broken containers that give no size
  /// in pixels; four inks, whose tables a worker makes once.
  private static let isUnknown: @Sendable (String) -> Bool = { path in
    let endings = [
      ".jxl", ".jp2", ".j2k", ".h264", ".hevc", ".ts", ".m2ts", ".m2v", ".wtv", ".nut",
    ]
    return path.hasPrefix("broken/") || path.contains("cmyk") || path.contains("ycck")
      || endings.contains { path.hasSuffix($0) }
  }

  /// Measures files at three sizes each.
  private func measurements(of files: [String], _ more: String...) async throws -> [Measurement] {
    let probe = ProcessRunner.productsDirectory.appending(path: "memory-probe")
    let outcome = try await ProcessRunner.run(
      probe.path(percentEncoded: false),
      ["plans", "--budget", "\(1 << 30)", "--sizes", "45,256,1024"] + more + ["-"],
      input: Array(files.joined(separator: "\n").utf8), timeout: .seconds(1000))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 * files.count)
    return lines.compactMap(Measurement.init)
  }

  @Test(
    "Actual is at most planned where a part of the picture is looked for",
    arguments: ["attention", "entropy"])
  func parts(crop: String) async throws {
    let names = ["gif", "png", "webp", "jpg"]
    let files = Fixture.all.map { $0.url.path(percentEncoded: false) }.filter { path in
      path.contains("/same-picture/") && names.contains { path.hasSuffix(".\($0)") }
    }
    let measured = try await measurements(of: files, "--cover", crop)
    #expect(measured.count { $0.isMade } > 60)
    for item in measured where item.actual > item.planned { Issue.record("\(item)") }
  }

  @Test("Actual is at most planned, and planned at most three times actual")
  func fixtures() async throws {
    let files = Fixture.all.map { $0.url.path(percentEncoded: false) }
    #expect(files.count > 300)
    let measured = try await measurements(of: files)
    #expect(measured.count { $0.isMade } > 700)

    let worst = measured.sorted { $0.share > $1.share }
    print("took the largest part of their plans:")
    for item in worst.prefix(12) { print(item) }
    print("took the smallest:")
    let made = worst.filter { $0.isMade && !Self.isUnknown($0.path) }
    let loosest = made.sorted { $0.planned / max($0.actual, 4) > $1.planned / max($1.actual, 4) }
    for item in loosest.prefix(12) { print(item) }

    for item in measured where item.actual > item.planned { Issue.record("\(item)") }
    for item in made where item.isGenerous { Issue.record("generous: \(item)") }
  }
}
