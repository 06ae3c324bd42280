import ByteSources
import ImageDecoding
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import Testing

@Suite("Files that end early, of formats whose decoders say nothing", .timeLimit(.minutes(1)))
struct FileEndingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let format: MediaFormat

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "colour.qoi", format: .qoi), Case(name: "colour.ras", format: .sunRaster),
    Case(name: "colour.exr", format: .exr), Case(name: "colour.ico", format: .ico),
    Case(name: "colour.cur", format: .cur), Case(name: "colour-lossless.jpg", format: .jpeg),
    Case(name: "colour.gif", format: .gif), Case(name: "colour-interlaced.gif", format: .gif),
    Case(name: "colour-alpha.gif", format: .gif),
  ]

  /// What is odd about a file; `nil` where nothing of it can be shown.
  private func warnings(of file: [UInt8], _ format: MediaFormat) -> [MediaWarning.Code]? {
    told(of: file, format, by: .ffmpegStill)?.map(\.code)
  }

  private func told(
    of file: [UInt8], _ format: MediaFormat, by decoder: DecodeStep.Decoder
  ) -> [MediaWarning]? {
    let step = DecodeStep(
      .full, by: decoder, format: format, size: nil, plannedBytes: 64 << 20, reason: "")
    let plan = DecodePlan(
      steps: [step], plannedBytes: 64 << 20, displaySize: nil, orientation: .up, codePoints: nil,
      wantedSide: 64)
    guard
      let raster = try? ImageDecoder.raster(
        from: MemorySource(file), step: step, plan: plan,
        budget: MemoryBudget(byteCount: 64 << 20))
    else { return nil }
    return raster.warnings
  }

  @Test("A whole file gives no warning", arguments: cases)
  func whole(_ item: Case) throws {
    let file = try Fixture.at("same-picture/" + item.name).bytes()
    #expect(warnings(of: file, item.format) == [])
  }

  @Test("A file that is cut off is told as truncated, wherever it is cut", arguments: cases)
  func cutOff(_ item: Case) throws {
    let file = try Fixture.at("same-picture/" + item.name).bytes()
    var shown = 0
    for part in 1..<20 {
      let start = Array(file.prefix(file.count * part / 20))
      guard let warnings = warnings(of: start, item.format) else { continue }
      shown += 1
      #expect(warnings.contains(.truncated), "\(part) of 20 parts")
    }
    #expect(shown > 0)
  }

  @Test(
    "A picture that libvips shows in part is told as such, not as a failure",
    arguments: [
      ("colour.gif", MediaFormat.gif), ("colour-interlaced.gif", .gif), ("colour.jpg", .jpeg),
      ("colour-progressive.jpg", .jpeg),
    ])
  func parts(name: String, format: MediaFormat) throws {
    let file = try Fixture.at("same-picture/" + name).bytes()
    var texts: [String] = []
    for part in 1..<20 {
      let start = Array(file.prefix(file.count * part / 20))
      guard let warnings = told(of: start, format, by: .vips) else { continue }
      #expect(warnings.map(\.code) == [.truncated], "\(part) of 20 parts")
      texts += warnings.map(\.detail)
    }
    #expect(!texts.isEmpty)
    for text in texts {
      #expect(text.contains("a part of the picture is missing"), "\(text)")
      #expect(!text.contains("not supported") && !text.contains("nothing can be shown"))
    }
  }

  @Test("An OpenEXR file that claims more rows than it has is told as truncated")
  func taller() throws {
    var file = try Fixture.at("same-picture/colour.exr").bytes()
    for name in ["dataWindow", "displayWindow"] {
      let mark = Array("\(name)\0box2i\0".utf8)
      let place = try #require(file.indices.first { file[$0...].starts(with: mark) })
      let bottom = place + mark.count + 4 + 12
      file.replaceSubrange(bottom..<(bottom + 4), with: [0, 4, 0, 0])
    }
    #expect(warnings(of: file, .exr)?.contains(.truncated) ?? true)
  }
}
