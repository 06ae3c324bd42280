import ByteSources
import MediaReading
import MediaTypes
import TestSupport
import Testing
import VideoDecoding

@Suite("Turned, squeezed, cut and interlaced videos", .timeLimit(.minutes(3)))
struct GeometryTests {
  struct Turn: CustomTestStringConvertible, Sendable {
    /// The map of stored points, (x, y) → (a·x + c·y, b·x + d·y).
    let matrix: [Int32]
    /// The corners as shown, in the order of reading.
    let corners: [String]

    var testDescription: String { "\(matrix)" }
  }

  /// Where the stored corners red, green, blue, yellow are shown by each of the eight matrices.
  static let turns: [Turn] = [
    Turn(matrix: [1, 0, 0, 1], corners: ["red", "green", "blue", "yellow"]),
    Turn(matrix: [-1, 0, 0, 1], corners: ["green", "red", "yellow", "blue"]),
    Turn(matrix: [-1, 0, 0, -1], corners: ["yellow", "blue", "green", "red"]),
    Turn(matrix: [1, 0, 0, -1], corners: ["blue", "yellow", "red", "green"]),
    Turn(matrix: [0, 1, 1, 0], corners: ["red", "blue", "green", "yellow"]),
    Turn(matrix: [0, 1, -1, 0], corners: ["blue", "red", "yellow", "green"]),
    Turn(matrix: [0, -1, -1, 0], corners: ["yellow", "green", "blue", "red"]),
    Turn(matrix: [0, -1, 1, 0], corners: ["green", "yellow", "red", "blue"]),
  ]

  @Test("Each display matrix of a container puts the corners where it says", arguments: turns)
  func containerMatrix(_ item: Turn) async throws {
    var clip = try await Clips.corners(ContainerTests.x264, to: "a.mp4")
    // The matrix stands 40 bytes behind the version of a track header of version 0.
    // Source: ISO/IEC 14496-12 § 8.3.2.
    let header = try #require(clip.firstIndex(of: Array("tkhd".utf8)))
    for (place, number) in zip([0, 1, 3, 4], item.matrix) {
      let bytes = withUnsafeBytes(of: (number << 16).bigEndian) { Array($0) }
      clip.replaceSubrange((header + 44 + 4 * place)..<(header + 48 + 4 * place), with: bytes)
    }
    let seen = try Seen(clip, .mp4, side: 90)
    #expect(seen.cornerNames == item.corners)
    let isUpright = item.matrix[0] == 0
    #expect((seen.picture.height == 90) == isUpright)
  }

  @Test(
    "A display orientation inside of the stream counts too",
    arguments: [
      ("rotate=90", ["green", "yellow", "red", "blue"]),
      ("rotate=270", ["blue", "red", "yellow", "green"]),
      ("rotate=180", ["yellow", "blue", "green", "red"]),
    ])
  func streamMatrix(option: String, corners: [String]) async throws {
    let clip = try await Clips.corners(
      ContainerTests.x264 + ["-bsf:v", "h264_metadata=display_orientation=insert:\(option)"],
      to: "a.h264")
    let seen = try Seen(clip, .h264, side: 90)
    #expect(seen.cornerNames == corners)
  }

  @Test(
    "Pixels that are not square are made so",
    arguments: [
      ("64/45", PixelSize(width: 720, height: 576), PixelSize(width: 256, height: 144)),
      ("8/9", PixelSize(width: 720, height: 480), PixelSize(width: 256, height: 192)),
      ("1/1", PixelSize(width: 720, height: 480), PixelSize(width: 256, height: 171)),
    ])
  func pixelAspect(ratio: String, size: PixelSize, shown: PixelSize) async throws {
    for (name, format) in [("a.mp4", MediaFormat.mp4), ("a.mkv", .matroska), ("a.ts", .mpegTS)] {
      let clip = try await Clips.corners(
        ["-vf", "setsar=\(ratio)"] + ContainerTests.x264, size: "\(size.width)x\(size.height)",
        seconds: "0.2", to: name)
      let seen = try Seen(clip, format)
      #expect(seen.stored == shown, "\(name)")
    }
  }

  @Test(
    "Odd sizes keep every row and column",
    arguments: [
      PixelSize(width: 97, height: 65), PixelSize(width: 33, height: 17),
      PixelSize(width: 16, height: 2),
    ])
  func oddSizes(size: PixelSize) async throws {
    let clip = try await Clips.make(
      frames: (0..<(size.width * size.height)).flatMap { _ in [200, 20, 10] }, samples: "rgb24",
      size: size, ["-c:v", "libvpx-vp9", "-pix_fmt", "yuv420p"], to: "a.webm")
    let seen = try Seen(clip, .webm)
    #expect(seen.stored == size)
    for y in 0..<seen.picture.height {
      for x in 0..<seen.picture.width {
        #expect(seen.picture.colour(x: x, y: y).name == "red")
      }
    }
  }

  @Test("What the codec crops is not shown")
  func codecCrop() async throws {
    let clip = try await Clips.corners(
      ContainerTests.x264
        + ["-bsf:v", "h264_metadata=crop_left=34:crop_right=2:crop_top=22:crop_bottom=2"],
      to: "a.h264")
    let seen = try Seen(clip, .h264)
    #expect(seen.stored == PixelSize(width: 60, height: 40))
    // Left and top of the grey middle are cut off, so that the right lower corner remains.
    #expect(seen.cornerNames[3] == "yellow")
    #expect(seen.cornerNames[0] == "none")
  }

  @Test("What a clean aperture cuts off is not shown", arguments: [true, false])
  func cleanAperture(isTurned: Bool) async throws {
    let movie = try await Clips.corners(
      ContainerTests.x264 + (isTurned ? ["-metadata:s:v", "rotate=90"] : []), to: "a.mp4")
    // 64×60 pixels, whose centre lies 16 right of and 2 above the picture's.
    let numbers = [64, 1, 60, 1, 16, 1, -2, 1]
    let aperture = BoxTree(
      type: "clap", content: numbers.flatMap(BoxTree.number), children: [])
    let cut = BoxTree.changing("stsd", in: movie) { box in
      let size = box.content[8..<12].reduce(0) { $0 << 8 | Int($1) }
      box.content.insert(contentsOf: aperture.bytes, at: 8 + size)
      box.content.replaceSubrange(8..<12, with: BoxTree.number(size + aperture.bytes.count))
    }
    let facts = try MediaReader.facts(of: MemorySource(cut))
    #expect(facts.tracks.crop == PixelInsets(left: 32, top: 0, right: 0, bottom: 4))
    let seen = try Seen(cut, facts: facts)
    #expect(seen.stored == PixelSize(width: 64, height: 60))
    // The left third is gone, and with it the red and the blue corner.
    #expect(Set(seen.cornerNames) == ["none", "green", "yellow"])
  }

  @Test("Of two fields one is shown", arguments: ["mpeg2video", "libx264"])
  func fields(codec: String) async throws {
    // Rows are white and black by turns: two fields, one of each.
    let size = PixelSize(width: 64, height: 64)
    let row = { (value: UInt8) in [UInt8](repeating: value, count: 64) }
    let luma = (0..<64).flatMap { row($0 % 2 == 0 ? 235 : 16) }
    let chroma = [UInt8](repeating: 128, count: 2 * 32 * 32)
    let arguments =
      codec == "libx264"
      ? ["-c:v", codec, "-flags", "+ildct+ilme", "-qp", "1", "-preset", "ultrafast"]
      : ["-c:v", codec, "-flags", "+ildct+ilme", "-q:v", "1", "-r", "25"]
    let clip = try await Clips.make(
      frames: luma + chroma, samples: "yuv420p", size: size,
      ["-vf", "setfield=tff"] + arguments, to: "a.mkv")
    let seen = try Seen(clip, .matroska)
    #expect(seen.stored == size)
    for y in 2..<62 {
      #expect(seen.picture.colour(x: 32, y: y).green > 200)
    }
  }
}

extension [UInt8] {
  /// Where a sequence of bytes begins first.
  func firstIndex(of pattern: [UInt8]) -> Int? {
    guard count >= pattern.count else { return nil }
    return (0...(count - pattern.count)).first { Array(self[$0..<($0 + pattern.count)]) == pattern }
  }
}
