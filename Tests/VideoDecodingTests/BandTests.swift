import ByteSources
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import Testing
import VideoDecoding

/// Frames that are reduced while they are decoded look like those that are held whole.
@Suite("Frames in bands", .timeLimit(.minutes(3)))
struct BandTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var size = "1280x720"
    /// What the mean may differ by; more where columns are left over that make a narrower pixel,
    /// by whose rest the picture is stretched.
    var tolerance = 1.5
    let options: [String]
    var testDescription: String { name }
  }

  static let x265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params"]

  static let cases: [Case] = [
    Case(name: "H.264", options: ContainerTests.x264),
    Case(
      name: "H.264 of 10 bits",
      options: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"]),
    Case(
      name: "H.264 of 4:2:2",
      options: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p"]),
    Case(
      name: "H.264 of 4:4:4",
      options: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv444p"]),
    Case(
      name: "H.264 of many slices without filters of edges",
      options: [
        "-c:v", "libx264", "-preset", "ultrafast", "-slices", "7", "-x264-params",
        "no-deblock=1", "-pix_fmt", "yuv420p",
      ]),
    Case(
      name: "H.264 of an odd size", size: "1278x722", tolerance: 4, options: ContainerTests.x264),
    Case(name: "HEVC", options: x265 + ["log-level=none", "-pix_fmt", "yuv420p"]),
    Case(name: "HEVC of 10 bits", options: x265 + ["log-level=none", "-pix_fmt", "yuv420p10le"]),
    Case(
      name: "HEVC of many slices",
      options: x265 + ["log-level=none:slices=5", "-pix_fmt", "yuv420p"]),
    Case(
      name: "HEVC of an odd size", size: "1278x722", tolerance: 4,
      options: x265 + ["log-level=none", "-pix_fmt", "yuv420p"]),
  ]

  @Test("They look the same", arguments: cases)
  func same(_ item: Case) async throws {
    let clip = try await Clips.make(
      ["-f", "lavfi", "-i", "testsrc2=s=\(item.size):r=5:d=0.4"] + item.options, to: "a.mp4")
    let whole = try Self.picture(clip, item, reduction: 1)
    for reduction in [2, 4] {
      let banded = try Self.picture(clip, item, reduction: reduction)
      #expect(banded.size == whole.size)
      // Means of means, and of chroma beside luma, differ by roundings; a row that came too early
      // or not at all differs by much more.
      let difference = whole.meanDifference(from: banded)
      #expect(difference < item.tolerance, "reduced by \(reduction)")
      #expect(
        whole.worstBlockDifference(from: banded) < 8 * item.tolerance, "reduced by \(reduction)")
    }
  }

  @Test("Interlaced frames and those that depend on others are refused, not shown wrong")
  func interlaced() async throws {
    let item = Case(name: "fields", options: [])
    let clip = try await Clips.make(
      ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=5:d=0.4"]
        + ["-c:v", "libx264", "-preset", "ultrafast", "-x264-params", "tff=1:bluray-compat=1"],
      to: "a.mp4")
    let whole = try Self.picture(clip, item, reduction: 1)
    let banded = try? Self.picture(clip, item, reduction: 2)
    if let banded { #expect(whole.meanDifference(from: banded) < 6) }
  }

  @Test(
    "A packet that is cut off shows its upper part",
    arguments: [1, 4], [ContainerTests.x264, x265 + ["log-level=none", "-pix_fmt", "yuv420p"]])
  func truncated(reduction: Int, codec: [String]) async throws {
    let item = Case(name: "cut", options: codec)
    let clip = try await Clips.make(
      ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=5:d=0.2"] + codec + ["-movflags", "+faststart"],
      to: "a.mp4")
    let whole = try Self.picture(clip, item, reduction: reduction)
    let part = try Self.picture(
      Array(clip.dropLast(clip.count / 4)), item, reduction: reduction)
    let rows = 20 * whole.size.width * 3
    let upper = Seen(
      size: PixelSize(width: whole.size.width, height: 20), samples: Array(part.samples[..<rows]))
    #expect(upper.meanDifference(from: whole) < 2)
  }

  /// A picture of 8-bit red, green and blue.
  struct Seen {
    let size: PixelSize
    let samples: [UInt8]

    func meanDifference(from other: Seen) -> Double {
      let sum = zip(samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(max(1, samples.count))
    }

    /// The greatest mean difference over 8×8 pixels.
    func worstBlockDifference(from other: Seen) -> Double {
      var worst = 0.0
      for top in stride(from: 0, to: size.height - 7, by: 8) {
        for left in stride(from: 0, to: size.width - 7, by: 8) {
          var sum = 0
          for y in top..<(top + 8) {
            for index in ((y * size.width + left) * 3)..<((y * size.width + left + 8) * 3) {
              sum += abs(Int(samples[index]) - Int(other.samples[index]))
            }
          }
          worst = max(worst, Double(sum) / 192)
        }
      }
      return worst
    }
  }

  static func picture(_ clip: [UInt8], _ item: Case, reduction: Int) throws -> Seen {
    let facts = MediaFacts(format: .mp4)
    let step = DecodeStep(
      .frame, by: .ffmpegFrame, format: .mp4, size: nil, shrink: reduction,
      plannedBytes: 64 << 20, reason: "a test")
    let plan = DecodePlan(
      steps: [step], plannedBytes: step.plannedBytes, displaySize: facts.displaySize,
      orientation: .up, codePoints: nil, wantedSide: 160, rejected: [])
    let raster = try VideoDecoder.raster(
      from: MemorySource(clip), step: step, plan: plan, options: ThumbnailOptions(sizes: [160]),
      budget: MemoryBudget(byteCount: 64 << 20))
    let bytes = raster.withBytes { Array($0) }
    return Seen(size: raster.size, samples: bytes)
  }
}
