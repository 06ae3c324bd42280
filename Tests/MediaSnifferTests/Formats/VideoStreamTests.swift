import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// Sizes that stand in the streams of pictures, not in what carries them.
@Suite("Streams of pictures", .timeLimit(.minutes(2)))
struct VideoStreamTests {
  static let b = ByteBuilder()

  /// Bits, the highest of a byte first, filled up with a one and zeros.
  static func bits(_ numbers: [(value: Int, count: Int)]) -> [UInt8] {
    var bits: [Int] = []
    for number in numbers {
      bits += (0..<number.count).reversed().map { number.value >> $0 & 1 }
    }
    bits.append(1)
    bits += [Int](repeating: 0, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | UInt8($1) }
    }
  }

  /// An Exp-Golomb code.
  static func golomb(_ number: Int) -> (value: Int, count: Int) {
    let width = Int.bitWidth - (number + 1).leadingZeroBitCount
    return (number + 1, 2 * width - 1)
  }

  /// A packet of a transport stream.
  static func packet(_ pid: Int, starts: Bool, _ payload: [UInt8]) -> [UInt8] {
    let filled = payload.count < 184 ? 183 - payload.count : 0
    let field =
      payload.count < 184
      ? b.be(filled, 1).fill(filled == 0 ? 0 : 1).fill(max(0, filled - 1), 0xFF).bytes : []
    return b.be(0x47, 1).be((starts ? 0x4000 : 0) | pid, 2).be(field.isEmpty ? 0x10 : 0x30, 1)
      .bytes(field).bytes(payload).bytes
  }

  /// A transport stream of one stream of pictures.
  static func transport(type: Int, _ pictures: [UInt8]) -> [UInt8] {
    let association = b.be(0, 1).be(0x00B0_0D, 3).be(1, 2).bytes([0xC1, 0, 0]).be(1, 2).be(
      0xE100, 2
    )
    .fill(4).bytes
    let map = b.be(0, 1).be(0x02B0_12, 3).be(1, 2).bytes([0xC1, 0, 0]).be(0xE101, 2).be(0xF000, 2)
      .be(type, 1).be(0xE101, 2).be(0xF000, 2).fill(4).bytes
    let head = b.be(0x1E0, 4).be(0, 2).be(0x8000_00, 3).bytes
    return packet(0, starts: true, association) + packet(0x100, starts: true, map)
      + packet(0x101, starts: true, head + pictures.prefix(100))
      + packet(0x101, starts: false, Array(pictures.dropFirst(100)))
      + packet(0x1FFF, starts: false, []) + packet(0x1FFF, starts: false, [])
  }

  /// A parameter set of H.264: 640 by 376 in two fields of macroblocks, eight rows cut, 4:2:2 of ten
  /// bits, pixels of 4:3, PQ.
  static let h264: [UInt8] =
    [0, 0, 0, 1, 0x67]
    + bits(
      [(122, 8), (0, 8), (31, 8), golomb(0), golomb(2), golomb(2), golomb(2), (0, 1), (0, 1)]
        + [golomb(0), golomb(2), golomb(1), (0, 1), golomb(39), golomb(11), (0, 1), (0, 1), (1, 1)]
        + [(1, 1), golomb(0), golomb(0), golomb(0), golomb(4)]
        + [
          (1, 1), (1, 1), (14, 8), (0, 1), (1, 1), (5, 3), (1, 1), (1, 1), (9, 8), (16, 8), (9, 8),
        ]
        + [(0, 1)])

  /// A parameter set of HEVC: 1920 by 1088, eight rows cut, ten bits.
  static let hevc: [UInt8] =
    [0, 0, 0, 1, 0x42, 1]
    + bits(
      [
        (0, 4), (0, 3), (1, 1), (1, 8), (0x6000, 16), (0, 16), (0x9000, 16), (0, 16), (0, 16),
        (93, 8),
      ]
        + [golomb(0), golomb(1), golomb(1920), golomb(1088), (1, 1)]
        + [golomb(0), golomb(0), golomb(0), golomb(4), golomb(2), golomb(2), golomb(4)])

  /// A layer of MPEG-4 of 640 by 360, pixels of 12:11.
  static let mpeg4: [UInt8] =
    [0, 0, 1, 0xB0, 1, 0, 0, 1, 0x20]
    + bits(
      [(0, 1), (1, 8), (0, 1), (2, 4), (0, 1), (0, 2), (1, 1), (30000, 16), (1, 1), (1, 1)]
        + [(1001, 15), (1, 1), (640, 13), (1, 1), (360, 13), (1, 1)]) + [0, 0, 1, 0xB3]

  @Test("A parameter set of H.264 tells size, depth, chroma, shape of pixels and colour")
  func h264Facts() throws {
    let found = Sniffing.file(Self.h264 + [0, 0, 0, 1, 0x68, 0xEE])
    let facts = try #require(found)
    #expect(facts.size == PixelSize(width: 640, height: 376))
    #expect(facts.displaySize == PixelSize(width: 853, height: 376))
    #expect(facts.tracks.bitDepth == 10)
    #expect(facts.image.chromaSubsampling == PixelSize(width: 2, height: 1))
    #expect(facts.colour.isHDR)
    Sniffing.checkLaws(Self.h264)
    Sniffing.checkPrefixes(Self.h264)
  }

  @Test("A parameter set of HEVC tells size and depth")
  func hevcFacts() throws {
    let found = Sniffing.file(Self.hevc)
    let facts = try #require(found)
    #expect(facts.mime == "video/h265")
    #expect(facts.size == PixelSize(width: 1920, height: 1080))
    #expect(facts.tracks.bitDepth == 10)
    Sniffing.checkPrefixes(Self.hevc)
  }

  struct Transported: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let type: Int
    let pictures: [UInt8]
    let shown: PixelSize
  }

  static let transported = [
    Transported(
      testDescription: "H.264", type: 0x1B, pictures: h264,
      shown: PixelSize(width: 853, height: 376)),
    Transported(
      testDescription: "HEVC", type: 0x24, pictures: hevc,
      shown: PixelSize(width: 1920, height: 1080)),
    Transported(
      testDescription: "MPEG-4", type: 0x10, pictures: mpeg4,
      shown: PixelSize(width: 698, height: 360)),
    Transported(
      testDescription: "MPEG-2", type: 2,
      pictures: b.be(0x1B3, 4).bytes([0x2D, 0x02, 0x40, 0x33, 0xFF, 0xFF, 0xE0, 0x18])
        .be(0x1B5, 4).fill(160).bytes, shown: PixelSize(width: 1024, height: 576)),
  ]

  @Test("A transport stream's pictures tell their size", arguments: transported)
  func transport(_ test: Transported) {
    let file = Self.transport(type: test.type, test.pictures)
    #expect(file.count % 188 == 0)
    #expect(Sniffing.file(file)?.displaySize == test.shown)
    Sniffing.checkLaws(file, test.testDescription)
  }

  @Test("A transport stream that was cut within a packet is one", arguments: [1, 60, 187])
  func displaced(_ cut: Int) {
    let tables = Self.transport(type: 0x1B, Self.h264)
    let file = Array(tables.dropFirst(cut)) + tables
    #expect(Sniffing.file(file)?.mime == "video/mp2t")
    #expect(Sniffing.file(file)?.size == PixelSize(width: 640, height: 376))
    Sniffing.checkLaws(file)
  }

  @Test("Letters in a row are no transport stream")
  func letters() {
    #expect(Sniffing.file([UInt8](repeating: 0x47, count: 2000))?.mime == "text/plain")
  }

  @Test(
    "The shape of pixels of digital video is in its first sequence",
    arguments: [
      (0x00, 0, 640), (0x00, 2, 853), (0x80, 0, 768), (0x80, 7, 1024),
    ])
  func digitalVideo(_ system: Int, _ shape: Int, _ width: Int) {
    let head = Self.b.bytes([0x1F, 0x07, 0, UInt8(system) | 0x3F]).fill(76, 0xF8).be(0x3F, 1)
    let bytes = head.fill(453 - 81, 0x20).bytes([0x61, 0, UInt8(shape), 0, 0]).fill(100).bytes
    // The sixth field of the head says whether it is a consumer's.
    var file = bytes
    file[4] = 0x78
    #expect(Sniffing.file(file)?.displaySize?.width == width)
  }

  @Test("Flash video is as large as its pictures are coded, whatever its script claims")
  func flash() {
    func claim(_ name: String, _ value: Double) -> ByteBuilder {
      Self.b.be(name.utf8.count, 2).text(name).be(0, 1).be(value.bitPattern, 8)
    }
    let script = Self.b.bytes(claim("width", 320).bytes).bytes(claim("height", 240).bytes).bytes
    let picture = Self.b.bytes([0x14, 0x06, 0x00, 0x36, 10, 12, 10, 12]).fill(20).bytes
    let file = Self.b.text("FLV").bytes([1, 1]).be(9, 4).be(0, 4)
      .be(18, 1).be(script.count, 3).fill(7).bytes(script).be(script.count + 11, 4)
      .be(9, 1).be(picture.count, 3).fill(7).bytes(picture).bytes
    #expect(Sniffing.file(file)?.size == PixelSize(width: 192, height: 154))
    #expect(Sniffing.file(file)?.codec == "vp6f")
    Sniffing.checkLaws(file)
    Sniffing.checkPrefixes(file)
  }

  @Test("Matroska's tracks are found behind its clusters")
  func lateTracks() {
    func element(_ id: Int, _ width: Int, _ content: [UInt8]) -> [UInt8] {
      Self.b.be(id, width).be(1 << 56 | content.count, 8).bytes(content).bytes
    }
    func number(_ id: Int, _ width: Int, _ value: Int) -> [UInt8] {
      element(id, width, Self.b.be(value, 4).bytes)
    }
    let video = element(0xE0, 1, number(0xB0, 1, 300) + number(0xBA, 1, 200))
    let tracks = element(
      0x1654_AE6B, 4,
      element(0xAE, 1, number(0x83, 1, 1) + element(0x86, 1, Array("V_VP9".utf8)) + video))
    let cluster = element(0x1F43_B675, 4, [UInt8](repeating: 7, count: 5000))
    func seek(_ place: Int) -> [UInt8] {
      element(
        0x114D_9B74, 4,
        element(0x4DBB, 2, number(0x53AB, 2, 0x1654_AE6B) + number(0x53AC, 2, place)))
    }
    let body = seek(seek(0).count + cluster.count) + cluster + tracks
    let file =
      element(0x1A45_DFA3, 4, element(0x4282, 2, Array("matroska".utf8)))
      + element(0x1853_8067, 4, body)
    let facts = Sniffing.file(file)
    #expect(facts?.size == PixelSize(width: 300, height: 200))
    #expect(facts?.codec == "vp9")
    #expect(facts?.warnings == [])
    Sniffing.checkLaws(file)
  }

  struct Samples: CustomTestStringConvertible, Sendable {
    let path: String
    let bitDepth: Int
    let across: Int
    let down: Int

    var testDescription: String { path }
  }

  static let sampleForms = [
    Samples(path: "h264.mp4", bitDepth: 8, across: 2, down: 2),
    Samples(path: "h264-422-10bit.mp4", bitDepth: 10, across: 2, down: 1),
    Samples(path: "h264-444.mp4", bitDepth: 8, across: 1, down: 1),
    Samples(path: "bt2020-10bit.mp4", bitDepth: 10, across: 2, down: 2),
    Samples(path: "av1.mp4", bitDepth: 8, across: 2, down: 2),
    Samples(path: "vp9.mp4", bitDepth: 8, across: 2, down: 2),
    Samples(path: "h264.mkv", bitDepth: 8, across: 2, down: 2),
    Samples(path: "hevc.mkv", bitDepth: 8, across: 2, down: 2),
    Samples(path: "av1.webm", bitDepth: 8, across: 2, down: 2),
    Samples(path: "raw.y4m", bitDepth: 8, across: 2, down: 2),
    Samples(path: "h264.flv", bitDepth: 8, across: 2, down: 2),
    Samples(path: "hevc.m2ts", bitDepth: 8, across: 2, down: 2),
  ]

  @Test("The codec's configuration tells depth and chroma", arguments: sampleForms)
  func sampleForm(_ test: Samples) throws {
    let facts = Sniffing.file(try Fixture.at("video/" + test.path).bytes())
    #expect(facts?.tracks.bitDepth == test.bitDepth)
    #expect(facts?.image.chromaSubsampling == PixelSize(width: test.across, height: test.down))
  }
}
