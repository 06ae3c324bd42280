import ByteSources
import MediaTypes
import PreviewPlanning
import TestSupport
import Testing

@testable import VideoDecoding

@Suite("Videos whose key frames tell nothing", .timeLimit(.minutes(3)))
struct TellingFrameTests {
  /// Six seconds, of which some are black; a second has a grey of its own beside white.
  static func clip(
    blackUntil end: Double, seconds: Int = 6, keyDistance: Int = 250, fade: String? = nil,
    codec: [String] = ["-c:v", "libx264", "-sc_threshold", "0"], to name: String = "a.mp4"
  ) async throws -> [UInt8] {
    let change = fade ?? "drawbox=c=black:t=fill:enable='lt(t,\(end))'"
    return try await Clips.make(
      [
        "-f", "lavfi", "-i",
        "color=white:s=96x64:r=25:d=\(seconds),format=yuv420p,"
          + "geq=lum='if(lt(X,48),40+30*floor(T),235)':cb=128:cr=128,\(change)",
      ] + codec + ["-g", "\(keyDistance)"], to: name)
  }

  /// The second that is seen by its grey; `nil` where the picture is black.
  static func second(_ seen: Seen) -> Int? {
    let level = Double(seen.picture.meanColour(x: 4..<40, y: 4..<60).green)
    let white = seen.picture.meanColour(x: 60..<92, y: 4..<60).green
    guard white > 200 else { return nil }
    // Video levels begin at 16.
    return Int(((level * 219 / 255 + 16 - 40) / 30).rounded())
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var black: Double
    var choice: ThumbnailOptions.FrameChoice
    var second: Int
    var codec = ["-c:v", "libx264", "-sc_threshold", "0"]
    var name = "a.mp4"
    var format = MediaFormat.mp4
    var testDescription: String { "\(choice), black until \(black), \(name), \(codec[1])" }
  }

  static let cases: [Case] = [
    Case(black: 0.4, choice: .first, second: 0),
    Case(black: 0.4, choice: .best, second: 0),
    Case(black: 2, choice: .first, second: 2),
    Case(black: 0.4, choice: .seconds(4.5), second: 4),
    Case(black: 0.4, choice: .seconds(3), second: 3),
    Case(black: 0.4, choice: .seconds(2.99), second: 2),
    Case(black: 0.4, choice: .fraction(0.5), second: 3),
    Case(black: 0.4, choice: .fraction(1), second: 5),
    Case(black: 0.4, choice: .seconds(6), second: 5),
    // Where it is black at the time, the first frame after it.
    Case(black: 3, choice: .seconds(1), second: 3),
    // A key frame that tells something is not the one that is wanted.
    Case(black: 0, choice: .seconds(4.5), second: 4),
    Case(black: 0, choice: .first, second: 0),
    // Too far from the last key frame to be reached.
    Case(black: 0, choice: .seconds(1e6), second: 0),
    Case(
      black: 1, choice: .first, second: 1, codec: ["-c:v", "libvpx-vp9", "-cpu-used", "8"],
      name: "a.webm", format: .webm),
    Case(black: 1, choice: .seconds(4.5), second: 4, name: "a.mkv", format: .matroska),
    Case(
      black: 1, choice: .first, second: 1, codec: ["-c:v", "mpeg4", "-bf", "2"], name: "a.avi",
      format: .avi),
    // Key frames all, and more of them black than are passed over one by one.
    Case(
      black: 1, choice: .first, second: 1, codec: ["-c:v", "mjpeg", "-color_range", "tv"],
      name: "a.mov", format: .mov),
  ]

  @Test(
    "Decoding goes on to the frame that is wanted, or the first that tells something",
    arguments: cases)
  func decodesOn(_ item: Case) async throws {
    let clip = try await Self.clip(blackUntil: item.black, codec: item.codec, to: item.name)
    let seen = try Seen(
      clip, item.format, side: 96, frame: item.choice, by: .ffmpegFrameGroup)
    #expect(Self.second(seen) == item.second)
  }

  @Test("A picture that fades in is shown when it is there")
  func fade() async throws {
    let clip = try await Self.clip(blackUntil: 0, fade: "fade=in:st=0.4:d=1.5")
    let seen = try Seen(clip, .mp4, side: 96, by: .ffmpegFrameGroup)
    #expect(seen.picture.meanColour(x: 60..<92, y: 4..<60).green > 200)
  }

  @Test("A way of key frames says so where they tell nothing, another shows them")
  func refusal() async throws {
    let black = try await Self.clip(blackUntil: 6)
    for decoder in [DecodeStep.Decoder.ffmpegTellingFrame, .ffmpegFrameGroup] {
      let error = #expect(throws: ThumbnailError.self) { try Seen(black, .mp4, by: decoder) }
      #expect(error?.code == .noPreview)
    }
    #expect(Self.second(try Seen(black, .mp4)) == nil)
    let telling = try await Self.clip(blackUntil: 0)
    #expect(Self.second(try Seen(telling, .mp4, by: .ffmpegTellingFrame)) == 0)
  }

  @Test("The best frame is never worse than the first", arguments: [0, 2, 3, 4, 5, 6, 8])
  func best(black: Int) async throws {
    let clip = try await Self.clip(
      blackUntil: Double(black), seconds: black + black % 3 + 2, keyDistance: 25)
    let first = try Self.measure(clip, .first)
    let best = try Self.measure(clip, .best)
    // Eight key frames are looked at.
    #expect(first.isBlank == (black >= 8))
    #expect(!best.isBlank)
    #expect(!first.tellsMore(than: best))
  }

  private static func measure(
    _ clip: [UInt8], _ choice: ThumbnailOptions.FrameChoice, _ limits: FrameLimits = FrameLimits(),
    search: FrameOrder.Search = .keyFrames
  ) throws -> PictureMeasure {
    let order = FrameOrder(
      format: .mp4, choice: choice, wantedSide: 96, plannedBytes: 64 << 20, search: search,
      shouldStop: { false })
    return try FrameSearch.frame(of: MemorySource(clip), order: order, limits: limits).measure
  }

  @Test("Bounds: as many frames and pixels are decoded as they say")
  func bounds() async throws {
    let clip = try await Self.clip(blackUntil: 1)
    var limits = FrameLimits()
    limits.measuredStep = 1
    for (frames, isShown) in [(20, false), (26, true)] {
      limits.groupFrames = frames
      limits.groupPixels = .max
      #expect(((try? Self.measure(clip, .first, limits, search: .group)) != nil) == isShown)
      limits.groupFrames = .max
      limits.groupPixels = frames * 96 * 64
      #expect(((try? Self.measure(clip, .first, limits, search: .group)) != nil) == isShown)
    }
  }

  @Test("Frames that are held count: with room for one there is a refusal, no picture")
  func memory() async throws {
    let clip = try await Clips.make(
      [
        "-f", "lavfi", "-i",
        "testsrc2=s=1280x720:r=25:d=1,drawbox=c=black:t=fill:enable='lt(t,0.5)'",
      ] + ["-c:v", "libx264", "-preset", "ultrafast", "-refs", "4"], to: "a.mp4")
    #expect(throws: ThumbnailError.self) {
      try Seen(clip, .mp4, by: .ffmpegFrameGroup, budget: 6 << 20)
    }
    _ = try Seen(clip, .mp4, by: .ffmpegFrame, budget: 6 << 20)
    _ = try Seen(clip, .mp4, by: .ffmpegFrameGroup, budget: 32 << 20)
  }
}
