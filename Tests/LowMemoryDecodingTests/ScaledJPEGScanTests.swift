import ByteSources
import Foundation
import LowMemoryDecoding
import MediaTypes
import Testing

/// One set of coefficients gives one picture, whatever the scans that carry it.
@Suite("Scans of scaled JPEG", .timeLimit(.minutes(3)))
struct ScaledJPEGScanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var sampling = [PixelSize(width: 2, height: 2)] + one + one
    var restartInterval = 0
    var codeWidth = 8
    let scans: [ScanPlan]
    var testDescription: String { name }
  }

  private static let one = [PixelSize(width: 1, height: 1)]
  private static let means = [ScanPlan(parts: [0, 1, 2], band: 0...0)]

  /// The script that libjpeg uses by default for three components.
  private static let usual =
    [ScanPlan(parts: [0, 1, 2], band: 0...0, after: 1)]
    + [
      ScanPlan(parts: [0], band: 1...5, after: 2), ScanPlan(parts: [2], band: 1...63, after: 1),
      ScanPlan(parts: [1], band: 1...63, after: 1), ScanPlan(parts: [0], band: 6...63, after: 2),
      ScanPlan(parts: [0], band: 1...63, before: 2, after: 1),
      ScanPlan(parts: [0, 1, 2], band: 0...0, before: 1, after: 0),
      ScanPlan(parts: [2], band: 1...63, before: 1, after: 0),
      ScanPlan(parts: [1], band: 1...63, before: 1, after: 0),
      ScanPlan(parts: [0], band: 1...63, before: 1, after: 0),
    ]

  /// Every bit in a scan of its own, every component apart, bands that split and join again.
  private static let longest: [ScanPlan] = (0..<3).flatMap { part in
    let bits = [4, 3, 2, 1, 0]
    return bits.map {
      ScanPlan(parts: [part], band: 0...0, before: $0 == 4 ? 0 : $0 + 1, after: $0)
    }
      + [
        ScanPlan(parts: [part], band: 1...1, after: 3),
        ScanPlan(parts: [part], band: 2...20, after: 3),
        ScanPlan(parts: [part], band: 21...63, after: 3),
        ScanPlan(parts: [part], band: 1...63, before: 3, after: 2),
        ScanPlan(parts: [part], band: 1...4, before: 2, after: 1),
        ScanPlan(parts: [part], band: 5...63, before: 2, after: 1),
        ScanPlan(parts: [part], band: 1...63, before: 1, after: 0),
      ]
  }

  private static let exactBands =
    means
    + (0..<3).flatMap { part in
      [ScanPlan(parts: [part], band: 1...9), ScanPlan(parts: [part], band: 10...63)]
    }

  static let cases = [
    Case(name: "usual", scans: usual),
    Case(name: "usual with restarts", restartInterval: 3, scans: usual),
    Case(name: "usual with long codes", codeWidth: 16, scans: usual),
    Case(name: "longest", scans: longest),
    Case(name: "longest with restarts", restartInterval: 5, scans: longest),
    Case(name: "exact bands", scans: exactBands),
    Case(
      name: "4:4:4", sampling: one + one + one,
      scans: usual),
    Case(
      name: "4:2:2", sampling: [PixelSize(width: 2, height: 1)] + one + one, scans: longest),
    Case(
      name: "4:4:0", sampling: [PixelSize(width: 1, height: 2)] + one + one, scans: usual),
    Case(
      name: "fractions",
      sampling: [PixelSize(width: 3, height: 2), PixelSize(width: 2, height: 1)] + one,
      scans: usual),
  ]

  @Test("A progressive file gives what a sequential one gives", arguments: cases)
  func progressive(_ test: Case) throws {
    var generator = SeededGenerator(seed: 7)
    var picture = CoefficientPicture(
      size: PixelSize(width: 75, height: 53), sampling: test.sampling)
    picture.fillAtRandom(&generator)
    picture.codeWidth = test.codeWidth
    picture.quantisers = (0..<64).map { 1 + $0 / 4 }
    let sequential = picture.sequentialFile()
    picture.restartInterval = test.restartInterval
    let progressive = picture.progressiveFile(test.scans)
    for denominator in [8, 4, 2] {
      let expected = try DecodedJPEG(sequential, denominator: denominator)
      let actual = try DecodedJPEG(progressive, denominator: denominator)
      #expect(expected.warnings.isEmpty)
      #expect(actual == expected, "at 1/\(denominator)")
    }
  }

  @Test(
    "Scans, restarts and code lengths of a sequential file do not matter",
    arguments: [[[0], [1], [2]], [[0, 1], [2]], [[2], [0, 1]], [[0, 1, 2]]], [0, 1, 7])
  func sequential(scans: [[Int]], restartInterval: Int) throws {
    var generator = SeededGenerator(seed: 11)
    var picture = CoefficientPicture(
      size: PixelSize(width: 41, height: 70), sampling: Self.cases[0].sampling)
    picture.fillAtRandom(&generator)
    let expected = picture.sequentialFile()
    picture.restartInterval = restartInterval
    picture.codeWidth = 16
    for denominator in [8, 4, 2] {
      #expect(
        try DecodedJPEG(picture.sequentialFile(scans), denominator: denominator)
          == DecodedJPEG(expected, denominator: denominator))
    }
  }

  @Test("Where chroma is shared, the means of its blocks are all that is used", arguments: cases)
  func sharedChroma(_ test: Case) throws {
    var generator = SeededGenerator(seed: 17)
    var picture = CoefficientPicture(
      size: PixelSize(width: 75, height: 53), sampling: test.sampling)
    picture.fillAtRandom(&generator)
    picture.restartInterval = test.restartInterval
    picture.codeWidth = test.codeWidth
    let shared = try DecodedJPEG(picture.progressiveFile(test.scans), chromaReduction: 2)
    #expect(try DecodedJPEG(picture.sequentialFile(), chromaReduction: 2) == shared)
    for component in 1...2 {
      for block in picture.components[component].coefficients.indices {
        picture.components[component].coefficients[block].replaceSubrange(
          1..<64, with: repeatElement(0, count: 63))
      }
    }
    let means = try DecodedJPEG(picture.sequentialFile())
    #expect(shared.size == means.size && shared.warnings.isEmpty)
    let differences = zip(shared.pixels, means.pixels).map { Int($0) - Int($1) }
    // Chroma that is rounded once more differs by 1, which is 1.772 of blue at most.
    #expect(differences.allSatisfy { abs($0) <= 2 }, "\(differences)")
  }

  @Test("Red, green and blue are never shared, however they are stored")
  func sharedBlue() throws {
    let sampling = [PixelSize(width: 2, height: 2), PixelSize(width: 2, height: 2)] + Self.one
    let size = PixelSize(width: 64, height: 64)
    for (identifiers, shares) in [(Array("RGB".utf8), false), ([1, 2, 3], true)] {
      let file = CoefficientPicture(size: size, sampling: sampling, identifiers: identifiers)
        .sequentialFile()
      let jpeg = try ScaledJPEG(source: MemorySource(file))
      let shared = jpeg.geometry(denominator: 8, chromaReduction: 2)
      #expect((shared != jpeg.geometry(denominator: 8)) == shares)
    }
  }

  @Test("Samples are the means of the kept cosines", arguments: [8, 4, 2])
  func cosines(denominator: Int) throws {
    var generator = SeededGenerator(seed: 13)
    var picture = CoefficientPicture(
      size: PixelSize(width: 24, height: 16), sampling: Self.one)
    picture.fillAtRandom(&generator)
    let decoded = try DecodedJPEG(picture.sequentialFile(), denominator: denominator)
    let kept = 8 / denominator
    var differences: [Int] = []
    for y in 0..<decoded.size.height {
      for x in 0..<decoded.size.width {
        let block = picture.components[0].coefficients[(y / kept) * 3 + x / kept]
        let value = meanOfCosines(block, x: x % kept, y: y % kept, kept: kept)
        differences.append(Int(decoded[x, y][0]) - Int(max(0, min(255, value.rounded()))))
      }
    }
    #expect(differences.count == 24 * 16 / denominator / denominator)
    #expect(differences.allSatisfy { abs($0) <= 1 })
    #expect(differences.filter { $0 != 0 }.count <= differences.count / 20)
  }

  /// A sample by the definition of the transform: the mean, over its pixels, of the cosines of the
  /// lowest coefficients.
  ///
  /// Source: ITU-T T.81 § A.3.3 and figure A.6.
  private func meanOfCosines(_ block: [Int], x: Int, y: Int, kept: Int) -> Double {
    let width = 8 / kept
    var sum = 0.0
    for (index, value) in block.enumerated() where value != 0 {
      let place = Self.diagonals[index]
      guard place.x < kept, place.y < kept else { continue }
      for row in (y * width)..<((y + 1) * width) {
        for column in (x * width)..<((x + 1) * width) {
          sum += Double(value) * Self.cosine(place.x, column) * Self.cosine(place.y, row)
        }
      }
    }
    return sum / Double(width * width) + 128
  }

  private static func cosine(_ frequency: Int, _ pixel: Int) -> Double {
    frequency == 0
      ? 0.125.squareRoot()
      : cos(Double((2 * pixel + 1) * frequency) * .pi / 16) / 2
  }

  /// The zigzag, walked rather than listed.
  private static let diagonals: [(x: Int, y: Int)] = (0...14).flatMap { sum in
    let places = (max(0, sum - 7)...min(sum, 7)).map { (x: $0, y: sum - $0) }
    return sum % 2 == 0 ? places : places.reversed()
  }
}
