import ByteSources
import Foundation
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import Testing
import VideoDecoding

/// What decoding takes is at most what its plan says, and not a small part of it.
///
/// Measured in a process of its own, where nothing else allocates.
@Suite("Memory of a frame", .timeLimit(.minutes(5)))
struct MemoryTests {
  struct Case: Sendable {
    let name: String
    let format: MediaFormat
    let codec: String
    var bitDepth = 8
    let arguments: [String]
  }

  static let cases: [Case] = [
    Case(name: "a.mp4", format: .mp4, codec: "h264", arguments: ContainerTests.x264),
    Case(
      name: "a.mp4", format: .mp4, codec: "h264", bitDepth: 10,
      arguments: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"]),
    Case(
      name: "a.mp4", format: .mp4, codec: "hevc",
      arguments: [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-pix_fmt",
        "yuv420p",
      ]),
    Case(
      name: "a.mp4", format: .mp4, codec: "hevc", bitDepth: 10,
      arguments: [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-pix_fmt",
        "yuv420p10le",
      ]),
    Case(
      name: "a.webm", format: .webm, codec: "vp9",
      arguments: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
    Case(
      name: "a.webm", format: .webm, codec: "vp8",
      arguments: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"]),
    Case(name: "a.avi", format: .avi, codec: "mpeg4", arguments: ["-c:v", "mpeg4"]),
    Case(name: "a.ts", format: .mpegTS, codec: "mpeg2video", arguments: ["-c:v", "mpeg2video"]),
    Case(name: "a.mov", format: .mov, codec: "mjpeg", arguments: ["-c:v", "mjpeg"]),
    Case(
      name: "a.mov", format: .mov, codec: "prores", bitDepth: 10,
      arguments: ["-c:v", "prores_ks", "-profile:v", "2"]),
    Case(
      name: "a.mov", format: .mov, codec: "prores", bitDepth: 12,
      arguments: ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]),
    Case(name: "a.wmv", format: .asf, codec: "wmv2", arguments: ["-c:v", "wmv2"]),
    Case(name: "a.ogv", format: .ogv, codec: "theora", arguments: ["-c:v", "libtheora"]),
  ]

  @Test("Actual is at most planned, and planned at most three times actual")
  func actualAndPlanned() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      MemoryTests.keepNoFreeMemory()
      for item in MemoryTests.cases {
        for size in [PixelSize(width: 640, height: 360), PixelSize(width: 1920, height: 1080)] {
          let clip = try await Clips.make(
            ["-f", "lavfi", "-i", "testsrc2=s=\(size.width)x\(size.height):r=25:d=0.12"]
              + item.arguments, to: item.name)
          let (actual, planned) = try MemoryTests.measure(clip, item, size)
          print("measured", item.codec, item.bitDepth, size, actual, planned)
        }
      }
      fflush(nil)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("measured ") }
    #expect(lines.count == 2 * Self.cases.count)
    for line in lines {
      let words = line.split(separator: " ")
      let actual = try #require(UInt64(words[4]))
      let planned = try #require(UInt64(words[5]))
      #expect(actual <= planned, "\(line)")
      // A small picture's plan is made of what is the same for all sizes.
      if words[3].hasPrefix("1920") { #expect(planned <= 3 * actual, "\(line)") }
    }
  }

  @Test(
    "Frames in bands keep to their plans too, which are less than three quarters of whole ones'")
  func bands() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      MemoryTests.keepNoFreeMemory()
      let size = PixelSize(width: 3840, height: 2160)
      for item in MemoryTests.cases.prefix(4) {
        let clip = try await Clips.make(
          ["-f", "lavfi", "-i", "testsrc2=s=3840x2160:r=25:d=0.04"] + item.arguments,
          to: item.name)
        let (actual, planned) = try MemoryTests.measure(clip, item, size, isBanded: true)
        let (_, whole) = try MemoryTests.measure(clip, item, size)
        print("measured", item.codec, item.bitDepth, actual, planned, whole)
      }
      fflush(nil)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("measured ") }
    #expect(lines.count == 4)
    for line in lines {
      let numbers = line.split(separator: " ").dropFirst(3).compactMap { UInt64($0) }
      #expect(numbers.count == 3)
      #expect(numbers[0] <= numbers[1] && numbers[1] <= 3 * numbers[0], "\(line)")
      #expect(numbers[1] * 4 < numbers[2] * 3, "\(line)")
    }
  }

  static let groups: [Case] =
    [
      Case(name: "a.mp4", format: .mp4, codec: "h264", arguments: ["-c:v", "libx264"]),
      Case(
        name: "a.mp4", format: .mp4, codec: "h264", bitDepth: 10,
        arguments: ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]),
      Case(
        name: "a.mp4", format: .mp4, codec: "hevc",
        arguments: [
          "-c:v", "libx265", "-preset", "fast", "-x265-params", "log-level=none", "-pix_fmt",
          "yuv420p",
        ]),
      Case(
        name: "a.mp4", format: .mp4, codec: "av1",
        arguments: ["-c:v", "libaom-av1", "-cpu-used", "8", "-lag-in-frames", "8", "-b:v", "400k"]),
    ] + cases.filter { ["vp9", "vp8", "mpeg4", "mpeg2video", "wmv2", "theora"].contains($0.codec) }

  @Test("Decoding on from a key frame keeps to its plan, whatever frames are held")
  func groups() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      MemoryTests.keepNoFreeMemory()
      for item in MemoryTests.groups {
        for size in [PixelSize(width: 640, height: 360), PixelSize(width: 1920, height: 1080)] {
          let clip = try await Clips.make(
            [
              "-f", "lavfi", "-i",
              "testsrc2=s=\(size.width)x\(size.height):r=25:d=0.8,"
                + "drawbox=c=black:t=fill:enable='lt(t,0.5)'",
            ] + item.arguments + ["-g", "250"], to: item.name)
          let (actual, planned) = try MemoryTests.measure(clip, item, size, by: .ffmpegFrameGroup)
          print("measured", item.codec, item.bitDepth, size, actual, planned)
        }
      }
      fflush(nil)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("measured ") }
    #expect(lines.count == 2 * Self.groups.count)
    for line in lines {
      let numbers = line.split(separator: " ").suffix(2).compactMap { UInt64($0) }
      #expect(numbers.count == 2 && numbers[0] <= numbers[1], "\(line)")
    }
  }

  /// The growth of the peak of anonymous memory while a clip is decoded, and its plan, in bytes.
  static func measure(
    _ clip: [UInt8], _ item: Case, _ size: PixelSize, by decoder: DecodeStep.Decoder = .ffmpegFrame,
    isBanded: Bool = false
  ) throws -> (actual: UInt64, planned: UInt64) {
    var facts = MediaFacts(format: item.format)
    facts.size = size
    facts.displaySize = size
    facts.codec = item.codec
    facts.tracks.videoCodec = item.codec
    facts.tracks.bitDepth = item.bitDepth
    let options = ThumbnailOptions(sizes: [256])
    let plan = try Planner(capacity: 1 << 30).plan(for: facts, options: options)
    let frames = plan.steps.filter { $0.decoder == decoder && ($0.shrink > 1) == isBanded }
    guard let step = frames.first else {
      throw ThumbnailError(.unsupported, "no frame is planned")
    }
    let source = MemorySource(clip)
    let budget = MemoryBudget(byteCount: step.plannedBytes)
    // Peak := present.
    try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let (before, fileBefore) = (try status("VmRSS"), try status("RssFile"))
    let raster = try VideoDecoder.raster(
      from: source, step: step, plan: plan, options: options, budget: budget)
    let (peak, fileAfter) = (try status("VmHWM"), try status("RssFile"))
    _ = raster.size
    let growth = Int64(peak) - Int64(before) - (Int64(fileAfter) - Int64(fileBefore))
    return (UInt64(max(0, growth)), step.plannedBytes)
  }

  /// Makes Glibc give large blocks back when they are freed, so that they are not taken again
  /// unseen; it declares `mallopt` in a header that Swift does not see.
  static func keepNoFreeMemory() {
    guard let option = dlsym(nil, "mallopt") else { return }
    typealias Option = @convention(c) (Int32, Int32) -> Int32
    let mmapThreshold: Int32 = -3
    _ = unsafeBitCast(option, to: Option.self)(mmapThreshold, 64 << 10)
  }

  /// A number of this process' status, in bytes.
  private static func status(_ name: String) throws -> UInt64 {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    guard let kibibytes, let number = UInt64(kibibytes) else {
      throw ThumbnailError(.unreadable, "the system does not tell \(name)")
    }
    return number << 10
  }
}
