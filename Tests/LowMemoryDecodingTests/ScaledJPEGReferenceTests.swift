import Foundation
import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

@Suite("Scaled JPEG against others", .timeLimit(.minutes(3)))
struct ScaledJPEGReferenceTests {
  /// Files of one picture, which `colour.ppm` shows exactly.
  static let names = [
    "colour", "colour-422", "colour-444", "colour-multiscan", "colour-progressive",
    "colour-progressive-444", "colour-restart", "colour-rgb",
  ]

  @Test("The picture is the one that was coded", arguments: names, [8, 4, 2])
  func truth(name: String, denominator: Int) throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let decoded = try DecodedJPEG(
      Fixture.at("same-picture/\(name).jpg").bytes(), denominator: denominator)
    #expect(decoded.warnings.isEmpty)
    let distance = try #require(
      PerceptualDistance(
        between: Picture(decoded), and: truth.reduced(by: denominator)))
    #expect(distance.isWithin(mean: 3, block: 16), "\(distance)")
  }

  @Test("The picture is the one that was coded where chroma is shared", arguments: names)
  func sharedChroma(name: String) throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let decoded = try DecodedJPEG(
      Fixture.at("same-picture/\(name).jpg").bytes(), chromaReduction: 2)
    let distance = try #require(
      PerceptualDistance(between: Picture(decoded).reduced(by: 2), and: truth.reduced(by: 16)))
    #expect(distance.isWithin(mean: 3, block: 16), "\(distance)")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Mean absolute differences at 1/8, 1/4 and 1/2.
    let bounds: [Double]
    var testDescription: String { name }
  }

  /// At 1/8 of what is not subsampled both use the means alone, so that nothing may differ.
  ///
  /// With
  /// 4:2:2 djpeg repeats chroma samples where two coefficients of ours give twice as many; the
  /// drawing has sharp edges of strong colours.
  static let cases = [
    Case(name: "colour-grey", bounds: [0, 2, 2]), Case(name: "colour-444", bounds: [0, 2, 2]),
    Case(name: "colour-progressive-444", bounds: [0, 2, 2]),
    Case(name: "colour-rgb", bounds: [0, 2, 2]), Case(name: "colour-p3", bounds: [1, 2, 2]),
    Case(name: "colour", bounds: [1, 2, 2]), Case(name: "colour-progressive", bounds: [1, 2, 2]),
    Case(name: "colour-restart", bounds: [1, 2, 2]),
    Case(name: "colour-multiscan", bounds: [1, 2, 2]),
    Case(name: "colour-422", bounds: [4, 4, 3]),
  ]

  @Test(
    "djpeg gives about the same", .enabled(if: isInstalled("djpeg"), "djpeg is not installed"),
    arguments: cases)
  func djpeg(_ test: Case) async throws {
    let fixture = try Fixture.at("same-picture/\(test.name).jpg")
    for (denominator, bound) in zip([8, 4, 2], test.bounds) {
      let outcome = try await ProcessRunner.run(
        "djpeg", ["-scale", "1/\(denominator)", "-pnm", fixture.url.path(percentEncoded: false)])
      #expect(outcome.status == 0)
      let expected = try Picture(portableMap: outcome.standardOutput)
      let actual = try Picture(DecodedJPEG(fixture.bytes(), denominator: denominator))
      let distance = try #require(PerceptualDistance(between: actual, and: expected))
      #expect(distance.meanAbsoluteDifference <= bound, "at 1/\(denominator): \(distance)")
    }
  }

  @Test("Processes that are decoded elsewhere are refused as unsupported")
  func unsupported() throws {
    for name in ["colour-arithmetic", "colour-lossless"] {
      #expect(try decodingError(Fixture.at("same-picture/\(name).jpg").bytes()) == .unsupported)
    }
  }

  @Test("The tables of T.81's annex K stand in for tables that are missing")
  func standardTables() throws {
    let file = try Fixture.at("same-picture/colour.jpg").bytes()
    let bare = removingSegments(0xC4, from: file)
    #expect(bare.count < file.count - 400)
    for denominator in [8, 4, 2] {
      #expect(
        try DecodedJPEG(bare, denominator: denominator)
          == DecodedJPEG(file, denominator: denominator))
    }
  }
}

/// Whether a program is found in `PATH`.
private func isInstalled(_ program: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
  }
}

/// A file without the segments of one marker before its first scan.
private func removingSegments(_ marker: UInt8, from file: [UInt8]) -> [UInt8] {
  var kept = Array(file.prefix(2))
  var at = 2
  while at + 4 <= file.count {
    let end = at + 2 + Int(file[at + 2]) << 8 + Int(file[at + 3])
    if file[at + 1] == 0xDA { break }
    if file[at + 1] != marker { kept += file[at..<end] }
    at = end
  }
  return kept + file[at...]
}

extension Picture {
  /// The pixels of a decode.
  fileprivate init(_ decoded: DecodedJPEG) {
    self.init(
      width: decoded.size.width, height: decoded.size.height, channels: decoded.channels,
      samples: decoded.pixels)
  }

  /// The means of squares; those at the right and the lower edge may be cut.
  fileprivate func reduced(by side: Int) -> Picture {
    let size = PixelSize(width: width, height: height).shrunk(by: side)
    var samples: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let mean = meanColour(
          x: (x * side)..<min((x + 1) * side, width), y: (y * side)..<min((y + 1) * side, height))
        samples += [mean.red, mean.green, mean.blue]
      }
    }
    return Picture(width: size.width, height: size.height, channels: 3, samples: samples)
  }
}
