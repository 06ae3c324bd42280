import Foundation
import LowMemoryDecoding
import MediaTypes
import Testing

/// Random changes to files: what comes of them must be a picture or a typed error.
///
/// `THUMBS_MUTATIONS` sets how many; with the address sanitizer a hundred thousand take minutes.
@Suite("Mutations of scaled JPEG", .timeLimit(.minutes(60)))
struct ScaledJPEGMutationTests {
  private static let count =
    ProcessInfo.processInfo.environment["THUMBS_MUTATIONS"].flatMap { Int($0) } ?? 2000

  private static func files() -> [[UInt8]] {
    let one = PixelSize(width: 1, height: 1)
    var generator = SeededGenerator(seed: 23)
    var files: [[UInt8]] = []
    for sampling in [
      [one], [PixelSize(width: 2, height: 2), one, one], [one, one, one],
      [PixelSize(width: 4, height: 1), one, PixelSize(width: 3, height: 2), one],
    ] {
      var picture = CoefficientPicture(
        size: PixelSize(width: 37, height: 29), sampling: sampling)
      picture.fillAtRandom(&generator)
      let parts = Array(sampling.indices)
      let script =
        [ScanPlan(parts: parts, band: 0...0, after: 1)]
        + parts.map { ScanPlan(parts: [$0], band: 1...63, after: 1) }
        + [ScanPlan(parts: parts, band: 0...0, before: 1, after: 0)]
        + parts.map { ScanPlan(parts: [$0], band: 1...63, before: 1, after: 0) }
      for (restartInterval, codeWidth) in [(0, 8), (2, 16)] {
        picture.restartInterval = restartInterval
        picture.codeWidth = codeWidth
        files.append(picture.sequentialFile())
        files.append(picture.sequentialFile(parts.map { [$0] }))
        files.append(picture.progressiveFile(script))
      }
    }
    return files
  }

  @Test("Changed files give a picture or a typed error")
  func mutations() {
    let files = Self.files()
    var generator = SeededGenerator(seed: 29)
    var outcomes: [String: Int] = [:]
    for round in 0..<Self.count {
      let file = Self.mutated(files[round % files.count], &generator)
      let denominator = [8, 4, 2][round % 3]
      let box = round % 5 == 0 ? 3 : 1
      do {
        let decoded = try DecodedJPEG(
          file, denominator: denominator, boxReduction: box, maximumByteCount: 4 << 20,
          maximumOutputByteCount: 1 << 20)
        outcomes[decoded.codes.map(\.rawValue).joined(separator: "+"), default: 0] += 1
      } catch let error as ThumbnailError {
        #expect(
          [.corrupt, .unsupported, .overBudget, .overLimit].contains(error.code),
          "round \(round): \(error)")
        outcomes[error.code.rawValue, default: 0] += 1
      } catch {
        Issue.record("round \(round): \(error)")
      }
    }
    // The changes must reach all of it: pictures that are whole, cut and damaged, and errors.
    for outcome in ["", "truncated", "damaged", "corrupt"] {
      #expect(outcomes[outcome, default: 0] > Self.count / 100, "\(outcomes)")
    }
  }

  private static func mutated(
    _ file: [UInt8], _ generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = file
    // Half of the changes go to the headers, where a byte means more.
    let headerEnd =
      (file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA } ?? 0)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let inHeader = Bool.random(using: &generator)
      let range = inHeader ? 2..<(headerEnd + 14) : headerEnd..<bytes.count
      let at = min(Int.random(in: range, using: &generator), bytes.count - 1)
      switch Int.random(in: 0...9, using: &generator) {
      case 0: bytes.remove(at: at)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: at)
      case 2:
        bytes.insert(contentsOf: [0xFF, UInt8.random(in: 0xC0...0xFE, using: &generator)], at: at)
      case 3 where !inHeader: bytes.removeSubrange(at...)
      case 4: bytes[at] = 0xFF
      case 5: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      default: bytes[at] = UInt8.random(in: 0...255, using: &generator)
      }
      if bytes.count < headerEnd + 20 { break }
    }
    return bytes
  }
}
