import ByteSources
import ImageDecoding
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import Testing

/// JPEG XL group by group beside the whole picture by libvips.
@Suite("JPEG XL in groups", .timeLimit(.minutes(2)))
struct JXLGroupsTests {
  static let size = PixelSize(width: 640, height: 448)

  /// Samples of red, green, blue and opacity, 0 to 1, of a picture decoded one way.
  private static func samples(
    of name: String, by decoder: DecodeStep.Decoder, side: Int
  ) throws(ThumbnailError) -> (size: PixelSize, values: [Double]) {
    let bytes: [UInt8]
    do {
      bytes = try Fixture.at("divided/\(name).jxl").bytes()
    } catch {
      throw ThumbnailError(.unreadable, "\(error)")
    }
    let step = DecodeStep(
      .full, by: decoder, format: .jxl, size: size, plannedBytes: 64 << 20, reason: "")
    let plan = DecodePlan(
      steps: [step], plannedBytes: 64 << 20, displaySize: size, orientation: .up,
      codePoints: nil, wantedSide: side)
    let raster = try ImageDecoder.raster(
      from: MemorySource(bytes), step: step, plan: plan,
      budget: MemoryBudget(byteCount: 64 << 20))
    let isWide = raster.layout.sampleType == .uint16
    let values = raster.withBytes { bytes in
      isWide
        ? bytes.bindMemory(to: UInt16.self).map { Double($0) / 65_535 }
        : bytes.map { Double($0) / 255 }
    }
    return (raster.size, values)
  }

  @Test(
    "They look the same, alpha included",
    arguments: ["blocks", "smoothed", "samples", "alpha", "large-groups", "palette"])
  func same(name: String) throws {
    let ours = try Self.samples(of: name, by: .jxlGroups, side: 640)
    let theirs = try Self.samples(of: name, by: .vips, side: 640)
    #expect(ours.size == Self.size && theirs.size == Self.size)
    try #require(ours.values.count == theirs.values.count)
    let differences = zip(ours.values, theirs.values).map { abs($0 - $1) }
    // Rounding to 8 bits is half a step.
    #expect((differences.max() ?? 1) < 0.6 / 255)
  }

  @Test("Reduced, each pixel is the mean of what it covers", arguments: ["blocks", "samples"])
  func reduced(name: String) throws {
    // 40 × 3 is wanted: 5⅓ pixels each.
    let whole = try Self.samples(of: name, by: .jxlGroups, side: 640)
    let small = try Self.samples(of: name, by: .jxlGroups, side: 40)
    #expect(small.size == PixelSize(width: 120, height: 84))
    let step = 640.0 / 120
    for (x, y) in [(0, 0), (1, 1), (59, 40), (118, 82), (119, 83)] {
      for channel in 0..<3 {
        var sum = 0.0
        for row in Int(Double(y) * step)...min(447, Int(Double(y + 1) * step)) {
          for column in Int(Double(x) * step)...min(639, Int(Double(x + 1) * step)) {
            let across = Self.overlap(column, x, step)
            let down = Self.overlap(row, y, step)
            sum += across * down * whole.values[(row * 640 + column) * 3 + channel]
          }
        }
        let mean = small.values[(y * 120 + x) * 3 + channel]
        #expect(abs(mean - sum / (step * step)) < 0.001, "\(x), \(y), \(channel)")
      }
    }
  }

  private static func overlap(_ pixel: Int, _ output: Int, _ step: Double) -> Double {
    let start = max(Double(pixel), Double(output) * step)
    return max(0, min(Double(pixel + 1), Double(output + 1) * step) - start)
  }

  @Test("A file that ends early is corrupt", arguments: ["blocks", "samples"])
  func cut(name: String) throws {
    let bytes = try Fixture.at("divided/\(name).jxl").bytes()
    let step = DecodeStep(
      .lowMemory, by: .jxlGroups, format: .jxl, size: Self.size, plannedBytes: 64 << 20, reason: "")
    let plan = DecodePlan(
      steps: [step], plannedBytes: 64 << 20, displaySize: Self.size, orientation: .up,
      codePoints: nil, wantedSide: 64)
    #expect {
      _ = try ImageDecoder.raster(
        from: MemorySource(Array(bytes[..<(bytes.count / 2)])), step: step, plan: plan,
        budget: MemoryBudget(byteCount: 64 << 20))
    } throws: { error in
      (error as? ThumbnailError)?.code == .corrupt
    }
  }
}
