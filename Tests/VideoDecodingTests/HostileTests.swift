import ByteSources
import FFmpeg
import Foundation
import MediaTypes
import TestSupport
import Testing

@testable import VideoDecoding

@Suite("Files that lie", .timeLimit(.minutes(3)))
struct HostileTests {
  /// Decodes within ten seconds; `nil` where the file is refused in words.
  private static func seen(
    _ bytes: [UInt8], _ format: MediaFormat, frame: ThumbnailOptions.FrameChoice = .first
  ) throws -> Seen? {
    let end = ContinuousClock.now + .seconds(10)
    do {
      return try Seen(bytes, format, side: 90, frame: frame) { ContinuousClock.now > end }
    } catch let error as ThumbnailError {
      #expect(error.code != .timedOut)
      return nil
    }
  }

  @Test("A movie of 2³¹ samples of one size ends quickly")
  func sampleCount() async throws {
    let movie = try await Clips.corners(ContainerTests.x264, to: "a.mp4")
    let lying = BoxTree.changing("stsz", in: movie) { box in
      box.content = [0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 0xFF, 0xFF, 0xFF]
    }
    let sampled = BoxTree.changing("stsc", in: lying) { box in
      box.content.replaceSubrange(12..<16, with: [0x7F, 0xFF, 0xFF, 0xFF])
    }
    _ = try Self.seen(lying, .mp4)
    _ = try Self.seen(sampled, .mp4, frame: .seconds(1))
  }

  @Test("A movie of a thousand tracks shows one, or is refused")
  func manyTracks() async throws {
    let movie = try await Clips.corners(ContainerTests.x264, to: "a.mp4")
    let lying = BoxTree.changing("moov", in: movie) { box in
      let tracks = box.children.filter { $0.type == "trak" }
      for _ in 0..<1000 { box.children += tracks }
    }
    if let seen = try Self.seen(lying, .mp4) { #expect(seen.cornerNames.first == "red") }
  }

  @Test("A play time of ten times the data is sought in without loss")
  func longDuration() async throws {
    let movie = try await Clips.corners(ContainerTests.x264, seconds: "2", to: "a.mp4")
    let lying = ["mvhd", "mdhd"].reduce(movie) { file, type in
      BoxTree.changing(type, in: file) { box in
        // Behind version, two times and the scale, in boxes of version 0.
        let place = 16..<20
        let duration = box.content[place].reduce(0) { $0 << 8 | Int($1) }
        box.content.replaceSubrange(place, with: BoxTree.number(10 * duration))
      }
    }
    let seen = try #require(try Self.seen(lying, .mp4, frame: .fraction(0.9)))
    #expect(seen.cornerNames.first == "red")
  }

  @Test("A transport stream that is entered between key frames shows what comes next")
  func noKeyFrameAtStart() async throws {
    let clip = try await Clips.corners(
      ContainerTests.x264 + ["-g", "10"], seconds: "3", to: "a.ts")
    let part = Array(clip[(188 * (clip.count / 188 / 4))...])
    let seen = try #require(try Self.seen(part, .mpegTS))
    #expect(seen.cornerNames.first == "red")
  }

  @Test("A transport stream without a key frame ends in a picture or in words")
  func noKeyFrame() async throws {
    let clip = try await Clips.corners(
      ContainerTests.x264 + ["-g", "1000"], seconds: "3", to: "a.ts")
    _ = try Self.seen(Array(clip[(188 * (clip.count / 188 / 2))...]), .mpegTS)
  }

  @Test("An AVI without its index is read from its start")
  func noIndex() async throws {
    let clip = try await Clips.corners(["-c:v", "mpeg4", "-q:v", "3"], to: "a.avi")
    let index = try #require(clip.firstIndex(of: Array("idx1".utf8)))
    let seen = try #require(try Self.seen(Array(clip[..<index]), .avi))
    #expect(seen.cornerNames == ["red", "green", "blue", "yellow"])
  }

  /// An alias record that names a file by its absolute path.
  ///
  /// Source: Apple, "QuickTime File Format", data reference atoms; Inside Macintosh: Files, alias
  /// records of version 2.
  static func alias(to path: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4 + 10)
    let name = Array((path.split(separator: "/").last ?? "").utf8)
    bytes +=
      [4] + Array("disk".utf8) + [UInt8](repeating: 0, count: 23) + [UInt8](repeating: 0, count: 12)
    bytes += [UInt8(name.count)] + name + [UInt8](repeating: 0, count: 63 - name.count)
    bytes += [UInt8](repeating: 0, count: 16) + [0, 1, 0, 1] + [UInt8](repeating: 0, count: 16)
    let place = Array(path.utf8)
    bytes += [0, 2, 0, UInt8(place.count)] + place + (place.count % 2 == 0 ? [] : [0])
    return bytes + [0xFF, 0xFF, 0, 0]
  }

  @Test("A movie whose samples lie in another file opens no other file")
  func dataReference() async throws {
    let movie = try await Clips.corners(ContainerTests.x264, to: "a.mov")
    let directory = try TemporaryDirectory()
    let other = try directory.write(movie, to: "other.mov")
    let empty = BoxTree.changing("mdat", in: movie) { box in
      box.content = [UInt8](repeating: 0, count: box.content.count)
    }
    let lying = BoxTree.changing("dref", in: empty) { box in
      let entry = BoxTree(
        type: "alis", content: Self.alias(to: other.path(percentEncoded: false)), children: [])
      box.content = [0, 0, 0, 0, 0, 0, 0, 1] + entry.bytes
    }
    #expect(try Self.seen(lying, .mov) == nil)
    // The record is one that a player follows, or this test would show nothing.
    let file = try directory.write(lying, to: "lying.mov")
    let outcome = try await ProcessRunner.run(
      "ffmpeg",
      [
        "-v", "error", "-enable_drefs", "1", "-use_absolute_path", "1", "-i",
        file.path(percentEncoded: false), "-frames:v", "1", "-f", "rawvideo", "-y", "/dev/null",
      ])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }
}

@Suite("Bounds on the search", .timeLimit(.minutes(2)))
struct FrameLimitTests {
  private static func search(
    _ bytes: [UInt8], _ format: MediaFormat, _ limits: FrameLimits
  ) throws -> PictureMeasure {
    let order = FrameOrder(
      format: format, choice: .first, wantedSide: 96, plannedBytes: 64 << 20,
      shouldStop: { false })
    let shown = try FrameSearch.frame(of: MemorySource(bytes), order: order, limits: limits)
    return shown.measure
  }

  /// Pictures that stand by themselves, the first `count` of them undecodable.
  private static func damaged(_ count: Int) async throws -> [UInt8] {
    var clip = try await Clips.corners(
      ["-c:v", "mjpeg", "-q:v", "3"], seconds: "2", to: "a.avi")
    for _ in 0..<count {
      // The picture's first marker, and no more.
      let start = try #require(clip.firstIndex(of: [0xFF, 0xD8, 0xFF, 0xE0]))
      let end = try #require(clip[start...].firstIndex(of: 0xD9))
      for place in start..<min(end, start + 600) { clip[place] = 0 }
    }
    return clip
  }

  @Test("Packets: enough for the first picture that decodes, and one too few")
  func packets() async throws {
    let clip = try await Self.damaged(5)
    var limits = FrameLimits()
    limits.packets = 6
    #expect(try !Self.search(clip, .avi, limits).isBlank)
    limits.packets = 5
    #expect(throws: FFmpegError.self) { try Self.search(clip, .avi, limits) }
  }

  @Test("Bytes: none are read beyond the bound but one buffer's")
  func bytes() async throws {
    let clip = try await Clips.corners(ContainerTests.x264, to: "a.ts")
    var limits = FrameLimits()
    limits.bytes = 0
    #expect(throws: FFmpegError.self) { try Self.search(clip, .mpegTS, limits) }
    limits.bytes = UInt64(clip.count) + (64 << 10)
    #expect(try !Self.search(clip, .mpegTS, limits).isBlank)
  }

  @Test("Blank pictures: as many are passed over as the bound says")
  func blankPictures() async throws {
    let clip = try await FrameChoiceTests.dark("drawbox=c=black:t=fill:enable='lt(t,3)'")
    var limits = FrameLimits()
    // Three blank key frames, then one that is not.
    limits.blankPictures = 4
    #expect(try !Self.search(clip, .mp4, limits).isBlank)
    limits.blankPictures = 3
    #expect(try Self.search(clip, .mp4, limits).isBlank)
  }

  @Test("Time: a blank picture is taken when it is over")
  func blankTime() async throws {
    let clip = try await FrameChoiceTests.dark("drawbox=c=black:t=fill:enable='lt(t,3)'")
    var limits = FrameLimits()
    limits.blankTime = .zero
    #expect(try Self.search(clip, .mp4, limits).isBlank)
  }
}
