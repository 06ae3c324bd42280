import MediaSniffer
import MediaTypes
import TestSupport
import Testing

@Suite("ISO base media", .timeLimit(.minutes(5)))
struct ISOBaseMediaTests {
  static let b = ByteBuilder()

  /// A box with its size.
  static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let all = content.flatMap { $0 }
    return b.be(all.count + 8, 4).text(type).bytes(all).bytes
  }

  static func brands(_ major: String, _ others: String...) -> [UInt8] {
    box("ftyp", b.text(major).be(0, 4).text(others.joined()).bytes)
  }

  struct BrandCase: CustomTestStringConvertible, Sendable {
    let brands: [UInt8]
    let format: MediaFormat
    let testDescription: String

    init(_ format: MediaFormat, _ names: String...) {
      brands = box("ftyp", b.text(names[0]).be(0, 4).text(names.dropFirst().joined()).bytes)
      self.format = format
      testDescription = "\(brands.count) bytes of \(names.joined(separator: " "))"
    }
  }

  /// First boxes of 16, 20, 24, 28, 32 and 36 bytes.
  static let brandCases: [BrandCase] =
    [
      BrandCase(.mp4, "isom"), BrandCase(.mp4, "isom", "iso2", "avc1", "mp41"),
      BrandCase(.mp4, "iso5", "iso5", "iso6", "mp41"), BrandCase(.mp4, "mp42", "isom"),
      BrandCase(.mp4, "none", "isom"), BrandCase(.mp4, "none"), BrandCase(.mp4, "dash", "iso6"),
      BrandCase(.mov, "qt  "), BrandCase(.mov, "none", "qt  "), BrandCase(.m4v, "M4V ", "isom"),
      BrandCase(.m4a, "M4A ", "M4A ", "mp42", "isom"), BrandCase(.threeGP, "3gp4", "isom", "3gp4"),
      BrandCase(.threeG2, "3g2a"), BrandCase(.heic, "heic", "mif1", "heic"),
      BrandCase(.heic, "heix"), BrandCase(.heic, "none", "heic"), BrandCase(.heif, "mif1", "heic"),
      BrandCase(.heif, "mif1"), BrandCase(.avif, "avif", "mif1", "miaf"),
      BrandCase(.avif, "mif1", "avif", "miaf"), BrandCase(.avif, "avis", "msf1", "iso8"),
      BrandCase(.heicSequence, "hevc", "msf1"), BrandCase(.heifSequence, "msf1", "hevc"),
      BrandCase(.cr3, "crx ", "isom"),
    ]

  @Test("The brands tell the format from the first box alone", arguments: brandCases)
  func brandsTellFormat(_ test: BrandCase) {
    var sniffer = MediaSniffer(canSeek: false)
    _ = sniffer.push(test.brands + [0, 0, 0, 0])
    #expect(sniffer.format == test.format)
  }

  static func track(
    handler: String = "vide", entry: String = "avc1", matrix: [Int] = [1, 0, 0, 1],
    extra: [UInt8] = []
  ) -> [UInt8] {
    let fixed = matrix.map { Int32($0 << 16) }
    let header = b.be(1, 4).fill(8).be(1, 4).fill(4).be(600, 4).fill(16)
      .be(UInt32(bitPattern: fixed[0]), 4).be(UInt32(bitPattern: fixed[1]), 4).fill(4)
      .be(UInt32(bitPattern: fixed[2]), 4).be(UInt32(bitPattern: fixed[3]), 4).fill(4)
      .fill(8).be(1 << 30, 4).be(640 << 16, 4).be(480 << 16, 4)
    let media = b.be(0, 4).fill(8).be(600, 4).be(1200, 4).fill(4)
    let sample =
      handler == "vide"
      ? b.fill(24).be(640, 2).be(480, 2).fill(50).bytes(extra) : b.fill(28).bytes(extra)
    return box(
      "trak", box("tkhd", header.bytes),
      box(
        "mdia", box("mdhd", media.bytes), box("hdlr", b.fill(8).text(handler).fill(13).bytes),
        box(
          "minf",
          box(
            "stbl", box("stsd", b.be(0, 4).be(1, 4).bytes, box(entry, sample.bytes)),
            box("stts", b.be(0, 4).be(1, 4).be(60, 4).be(20, 4).bytes)))))
  }

  static func movie(_ parts: [UInt8]...) -> [UInt8] {
    let header = b.be(0, 4).fill(8).be(1000, 4).be(2500, 4).fill(80)
    return box("moov", box("mvhd", header.bytes), parts.flatMap { $0 })
  }

  @Test("A movie tells size, codec, duration and rate")
  func videoFacts() throws {
    let file =
      Self.brands("isom") + Self.movie(Self.track(), Self.track(handler: "soun", entry: "Opus"))
    let found = Sniffing.file(file)
    let facts = try #require(found)
    #expect(facts.kind == .video)
    #expect(facts.size == PixelSize(width: 640, height: 480))
    #expect(facts.duration == 2.5)
    #expect(facts.codec == "h264")
    #expect(facts.tracks.audioCodec == "opus")
    #expect(facts.tracks.frameRate == 30)
    Sniffing.checkLaws(file)
    Sniffing.checkPrefixes(file)
  }

  static let turns: [([Int], Orientation)] = [
    ([1, 0, 0, 1], .up), ([0, 1, -1, 0], .right), ([-1, 0, 0, -1], .down),
    ([0, -1, 1, 0], .left), ([-1, 0, 0, 1], .upMirrored),
  ]

  @Test("The matrix turns the picture", arguments: turns)
  func matrix(_ matrix: [Int], _ orientation: Orientation) throws {
    let found = Sniffing.file(Self.brands("isom") + Self.movie(Self.track(matrix: matrix)))
    let facts = try #require(found)
    #expect(facts.orientation == orientation)
    #expect(facts.displaySize == orientation.displaySize(of: PixelSize(width: 640, height: 480)))
  }

  @Test("Pixel aspect stretches the width")
  func pixelAspect() throws {
    let aspect = Self.box("pasp", Self.b.be(4, 4).be(3, 4).bytes)
    let found = Sniffing.file(Self.brands("isom") + Self.movie(Self.track(extra: aspect)))
    let facts = try #require(found)
    #expect(facts.displaySize == PixelSize(width: 853, height: 480))
    #expect(facts.size == PixelSize(width: 640, height: 480))
  }

  @Test("Sound alone is sound, whatever the brand")
  func soundOnly() throws {
    let found = Sniffing.file(
      Self.brands("isom") + Self.movie(Self.track(handler: "soun", entry: "Opus")))
    let facts = try #require(found)
    #expect(facts.kind == .audio)
    #expect(facts.mime == "audio/mp4")
    #expect(facts.format == .mp4)
  }

  @Test("A movie box at the end is found by a skip, and in a stream by patience")
  func movieAtEnd() throws {
    let data = Self.b.be(1, 4).text("mdat").be(100_016, 8).fill(100_000).bytes
    let file = Self.brands("isom") + data + Self.movie(Self.track())
    var sniffer = MediaSniffer(byteCount: UInt64(file.count), canSeek: true)
    let answer = sniffer.push(Array(file.prefix(1024)))
    #expect(answer == .skip(to: UInt64(16 + data.count)))
    #expect(sniffer.format == .mp4)
    let stream = Sniffing.stream(file, chunk: 4096)
    #expect(stream?.size == PixelSize(width: 640, height: 480))
    #expect(Sniffing.file(file)?.size == PixelSize(width: 640, height: 480))
  }

  @Test("A cover tells its place")
  func cover() throws {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xD9]
    let data = Self.box("data", Self.b.be(13, 4).be(0, 4).bytes, picture)
    let list = Self.box(
      "udta", Self.box("meta", [0, 0, 0, 0], Self.box("ilst", Self.box("covr", data))))
    let file = Self.brands("M4A ") + Self.movie(Self.track(handler: "soun", entry: "mp4a"), list)
    let found = Sniffing.file(file)
    let preview = try #require(found?.previews.first)
    #expect(preview.role == .cover)
    #expect(Array(file[Int(preview.offset)...].prefix(Int(preview.byteCount))) == picture)
  }

  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let hostile: [Hostile] = {
    let head = brands("isom")
    let nested = (0..<500).reduce([UInt8]()) { inner, _ in box("udta", inner) }
    return [
      Hostile(testDescription: "size 0", bytes: head + b.be(0, 4).text("free").fill(64).bytes),
      Hostile(
        testDescription: "size 1, long size 0", bytes: head + b.be(1, 4).text("moov").be(0, 8).bytes
      ),
      Hostile(
        testDescription: "size 1, longest size",
        bytes: head + b.be(1, 4).text("mdat").be(UInt64.max, 8).bytes),
      Hostile(testDescription: "size 7", bytes: head + b.be(7, 4).text("moov").fill(64).bytes),
      Hostile(
        testDescription: "past the end",
        bytes: head + b.be(0x7FFF_FFFF, 4).text("moov").fill(64).bytes),
      Hostile(
        testDescription: "child of size 0",
        bytes: head + box("moov", b.be(0, 4).text("trak").fill(64).bytes)),
      Hostile(
        testDescription: "children of size 4", bytes: head + box("moov", b.be(4, 4).fill(64).bytes)),
      Hostile(testDescription: "500 deep", bytes: head + box("moov", nested)),
      Hostile(
        testDescription: "10,000 empty boxes",
        bytes: head + box("moov", [[UInt8]](repeating: box("free"), count: 10_000).flatMap { $0 })),
      Hostile(
        testDescription: "1,000 tracks",
        bytes: head + box("moov", [[UInt8]](repeating: box("trak"), count: 1000).flatMap { $0 })),
      Hostile(testDescription: "first box of size 8", bytes: box("ftyp") + box("moov")),
      Hostile(
        testDescription: "first box longer than all",
        bytes: b.be(0x0040_0000, 4).text("ftypisom").fill(99).bytes),
    ]
  }()

  @Test("Impossible sizes end in an answer", arguments: hostile)
  func hostileBoxes(_ test: Hostile) {
    Sniffing.checkLaws(test.bytes, test.testDescription)
    #expect(Sniffing.file(test.bytes)?.format == .mp4)
  }
}
