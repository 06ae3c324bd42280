import ByteSources
import MediaTypes
import TestSupport
import Testing
import VideoDecoding

@Suite("One clip in every container", .timeLimit(.minutes(5)))
struct ContainerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let format: MediaFormat
    let arguments: [String]
    var size = "96x64"

    var testDescription: String { "\(name) \(arguments.joined(separator: " "))" }
  }

  static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "2"]

  static let cases: [Case] = [
    Case(name: "a.mp4", format: .mp4, arguments: x264 + ["-movflags", "+faststart"]),
    Case(name: "moov-at-end.mp4", format: .mp4, arguments: x264),
    Case(
      name: "fragmented.mp4", format: .mp4,
      arguments: x264 + ["-movflags", "frag_keyframe+empty_moov", "-g", "2"]),
    Case(
      name: "hevc.mp4", format: .mp4,
      arguments: ["-c:v", "libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"]),
    Case(name: "av1.mp4", format: .mp4, arguments: ["-c:v", "libaom-av1", "-cpu-used", "8"]),
    Case(name: "mpeg4.mp4", format: .mp4, arguments: ["-c:v", "mpeg4", "-q:v", "3"]),
    Case(name: "mjpeg.mov", format: .mov, arguments: ["-c:v", "mjpeg", "-q:v", "3"]),
    Case(name: "prores.mov", format: .mov, arguments: ["-c:v", "prores_ks"]),
    Case(
      name: "dnxhd.mov", format: .mov,
      arguments: ["-c:v", "dnxhd", "-profile:v", "dnxhr_sq", "-pix_fmt", "yuv422p"],
      size: "256x128"),
    Case(name: "animation.mov", format: .mov, arguments: ["-c:v", "qtrle"]),
    Case(name: "cinepak.mov", format: .mov, arguments: ["-c:v", "cinepak"]),
    Case(name: "svq1.mov", format: .mov, arguments: ["-c:v", "svq1"]),
    Case(name: "a.3gp", format: .threeGP, arguments: ["-c:v", "h263"], size: "176x144"),
    Case(name: "a.mkv", format: .matroska, arguments: x264),
    Case(name: "ffv1.mkv", format: .matroska, arguments: ["-c:v", "ffv1"]),
    Case(name: "vp8.webm", format: .webm, arguments: ["-c:v", "libvpx", "-b:v", "1M"]),
    Case(name: "vp9.webm", format: .webm, arguments: ["-c:v", "libvpx-vp9", "-b:v", "1M"]),
    Case(name: "mpeg4.avi", format: .avi, arguments: ["-c:v", "mpeg4", "-q:v", "3"]),
    Case(name: "h264.avi", format: .avi, arguments: x264),
    Case(name: "raw.avi", format: .avi, arguments: ["-c:v", "rawvideo", "-pix_fmt", "bgr24"]),
    Case(name: "huffyuv.avi", format: .avi, arguments: ["-c:v", "huffyuv"]),
    Case(name: "wmv2.wmv", format: .asf, arguments: ["-c:v", "wmv2", "-q:v", "3"]),
    Case(name: "a.flv", format: .flv, arguments: x264),
    Case(name: "flv1.flv", format: .flv, arguments: ["-c:v", "flv", "-q:v", "3"]),
    Case(name: "a.ts", format: .mpegTS, arguments: x264),
    Case(name: "mpeg2.ts", format: .mpegTS, arguments: ["-c:v", "mpeg2video", "-q:v", "3"]),
    Case(
      name: "hevc.ts", format: .mpegTS,
      arguments: ["-c:v", "libx265", "-x265-params", "log-level=none"]
    ),
    Case(
      name: "a.mpg", format: .mpegPS, arguments: ["-c:v", "mpeg1video", "-q:v", "3", "-r", "25"]),
    Case(
      name: "mpeg2.vob", format: .mpegPS,
      arguments: ["-c:v", "mpeg2video", "-q:v", "3", "-r", "25"]),
    Case(
      name: "a.m2v", format: .mpegVideo,
      arguments: ["-c:v", "mpeg2video", "-q:v", "3", "-r", "25"]),
    Case(name: "a.h264", format: .h264, arguments: x264),
    Case(
      name: "a.hevc", format: .hevc,
      arguments: ["-c:v", "libx265", "-x265-params", "log-level=none"]
    ),
    Case(name: "a.ivf", format: .ivf, arguments: ["-c:v", "libvpx", "-b:v", "1M"]),
    Case(name: "a.y4m", format: .y4m, arguments: ["-pix_fmt", "yuv420p"]),
    Case(name: "a.ogv", format: .ogv, arguments: ["-c:v", "libtheora", "-q:v", "8"]),
    Case(
      name: "a.mxf", format: .mxf, arguments: ["-c:v", "mpeg2video", "-q:v", "3", "-r", "25"]),
    Case(
      name: "a.gxf", format: .gxf, arguments: ["-c:v", "mpeg2video", "-q:v", "3", "-r", "25"],
      size: "720x576"),
    Case(
      name: "a.dv", format: .dv, arguments: ["-c:v", "dvvideo", "-pix_fmt", "yuv420p", "-r", "25"],
      size: "720x576"),
    Case(
      name: "a.rm", format: .realMedia, arguments: ["-c:v", "rv20", "-q:v", "3"], size: "176x144"),
  ]

  @Test("The corners are where they belong, in the video's shape", arguments: cases)
  func corners(_ item: Case) async throws {
    let clip = try await Clips.corners(
      item.arguments, size: item.size,
      // MPEG's and DV's tools know no 10 frames a second.
      seconds: "0.4", to: item.name)
    let seen = try Seen(clip, item.format, side: 90)
    #expect(seen.cornerNames == ["red", "green", "blue", "yellow"])
    #expect(seen.warnings.isEmpty)
    #expect(max(seen.picture.width, seen.picture.height) == 90)
  }

  @Test("Cut anywhere, a video gives a picture or says what is wrong", arguments: ["mp4", "ts"])
  func cuts(kind: String) async throws {
    let arguments = kind == "mp4" ? Self.x264 + ["-movflags", "+faststart"] : Self.x264
    let clip = try await Clips.corners(arguments + ["-g", "2"], seconds: "1", to: "a.\(kind)")
    var pictures = 0
    for count in stride(from: 0, through: clip.count, by: max(1, clip.count / 60)) {
      do throws(any Error) {
        let seen = try Seen(Array(clip[..<count]), kind == "mp4" ? .mp4 : .mpegTS, side: 90)
        pictures += seen.picture.width == 90 ? 1 : 0
      } catch {
        #expect(
          [.corrupt, .noPreview, .unsupported].contains((error as? ThumbnailError)?.code),
          "cut at \(count): \(error)")
      }
    }
    #expect(pictures > 20)
  }

  @Test("Changed bytes give a picture or an error within the time limit", arguments: cases)
  func changedBytes(_ item: Case) async throws {
    let clip = try await Clips.corners(item.arguments, size: item.size, to: item.name)
    var generator = SplitMix(state: item.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    for _ in 0..<12 {
      var bytes = clip
      for _ in 0..<max(4, bytes.count / 1000) {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      do throws(any Error) {
        let seen = try Seen(bytes, item.format, side: 90)
        #expect(seen.picture.width <= 90 && seen.picture.height <= 90)
      } catch {
        #expect(error is ThumbnailError)
      }
    }
  }
}

/// Random numbers that are the same in every run.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
