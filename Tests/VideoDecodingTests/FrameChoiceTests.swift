import MediaTypes
import TestSupport
import Testing
import VideoDecoding

@Suite("Which frame is shown", .timeLimit(.minutes(3)))
struct FrameChoiceTests {
  /// Ten seconds, each of a colour of its own and with a key frame at its start.
  static let seconds: [RGB] = [
    RGB(red: 200, green: 40, blue: 40), RGB(red: 40, green: 200, blue: 40),
    RGB(red: 40, green: 40, blue: 200), RGB(red: 200, green: 200, blue: 40),
    RGB(red: 200, green: 40, blue: 200), RGB(red: 40, green: 200, blue: 200),
    RGB(red: 120, green: 60, blue: 20), RGB(red: 20, green: 120, blue: 60),
    RGB(red: 60, green: 20, blue: 120), RGB(red: 180, green: 180, blue: 180),
  ]

  static func clip(to name: String, codec: [String] = ContainerTests.x264) async throws -> [UInt8] {
    // A dark half beside each colour, so that no frame is blank.
    var frames: [UInt8] = []
    for colour in seconds {
      for place in 0..<(5 * 64 * 48) {
        frames += place % 64 < 32 ? [colour.red, colour.green, colour.blue] : [30, 30, 30]
      }
    }
    return try await Clips.make(
      [
        "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x48", "-r", "5", "-i", "-",
      ] + codec + ["-g", "5", "-pix_fmt", "yuv420p"], to: name, input: frames)
  }

  /// The second whose colour is on the left.
  static func second(of seen: Seen) -> Int? {
    let colour = seen.picture.meanColour(x: 4..<28, y: 4..<44)
    return seconds.firstIndex { Lab($0).deltaE2000(to: Lab(colour)) < 8 }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let choice: ThumbnailOptions.FrameChoice
    let seconds: ClosedRange<Int>
    var testDescription: String { "\(choice)" }
  }

  static let cases: [Case] = [
    Case(choice: .first, seconds: 0...0),
    Case(choice: .seconds(0), seconds: 0...0),
    Case(choice: .seconds(3.5), seconds: 3...3),
    Case(choice: .seconds(7.01), seconds: 7...7),
    Case(choice: .seconds(1e6), seconds: 9...9),
    Case(choice: .seconds(-4), seconds: 0...0),
    Case(choice: .fraction(0.5), seconds: 4...5),
    Case(choice: .fraction(1), seconds: 9...9),
    Case(choice: .fraction(.nan), seconds: 0...0),
    Case(choice: .seconds(.infinity), seconds: 0...9),
  ]

  @Test("The key frame at or before the place asked for is shown", arguments: cases)
  func places(_ item: Case) async throws {
    for (name, format) in [("a.mp4", MediaFormat.mp4), ("a.mkv", .matroska), ("a.avi", .avi)] {
      let seen = try Seen(try await Self.clip(to: name), format, frame: item.choice)
      let second = try #require(Self.second(of: seen))
      #expect(item.seconds.contains(second), "\(name)")
    }
  }

  @Test("A transport stream is entered near the place asked for")
  func transportStream() async throws {
    let clip = try await Self.clip(to: "a.ts")
    let seen = try Seen(clip, .mpegTS, frame: .fraction(0.5))
    let second = try #require(Self.second(of: seen))
    #expect((3...7).contains(second))
  }

  /// Seconds of the same picture, some of them darkened to black.
  static func dark(_ filter: String) async throws -> [UInt8] {
    try await Clips.make(
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=5:d=6,\(filter)"] + ContainerTests.x264
        + ["-g", "5"], to: "a.mp4")
  }

  @Test("Blank pictures at the start are passed over")
  func blankStart() async throws {
    let seen = try Seen(
      try await Self.dark("drawbox=c=black:t=fill:enable='lt(t,2)'"), .mp4, side: 96)
    let mean = seen.picture.meanColour(x: 0..<96, y: 0..<64)
    #expect(Int(mean.red) + Int(mean.green) + Int(mean.blue) > 120)
  }

  @Test("A video that is blank to its end is shown as it is")
  func allBlank() async throws {
    let seen = try Seen(try await Self.dark("drawbox=c=black:t=fill"), .mp4, side: 96)
    #expect(seen.picture.meanColour(x: 0..<96, y: 0..<64).green < 10)
  }

  @Test("The most telling frame is neither black nor faint")
  func best() async throws {
    // Dark at the start, a faint fade after it, then the full picture.
    let clip = try await Clips.make(
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=5:d=20,fade=in:st=1:d=2"] + ContainerTests.x264
        + ["-g", "5"], to: "a.mp4")
    let first = try Seen(clip, .mp4, side: 96)
    let best = try Seen(clip, .mp4, side: 96, frame: .best)
    let brightness = { (seen: Seen) in
      Lab(seen.picture.meanColour(x: 0..<96, y: 0..<64)).lightness
    }
    #expect(brightness(best) > 30)
    #expect(brightness(best) > brightness(first) + 5)
  }
}
