import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// Files that lie about lengths, counts and places: what they cost stays bounded.
@Suite("Hostile files", .timeLimit(.minutes(2)))
struct HostileTests {
  static let b = ByteBuilder()

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let mime: String
    let bytes: [UInt8]

    init(_ name: String, _ mime: String, _ bytes: [UInt8]) {
      testDescription = name
      self.mime = mime
      self.bytes = bytes
    }

    /// A fixture that must exist.
    init(fixture path: String) {
      let fixture = Fixture.all.first { $0.path == path }
      self.init(path, fixture?.mime ?? "none", (try? fixture?.bytes()) ?? [])
    }
  }

  static let files = [
    "mp4/box-of-size-one.mp4", "mp4/box-of-size-seven.mp4", "mp4/box-of-size-to-the-end.mp4",
    "mp4/moov-past-end.mp4", "mp4/media-to-the-end.mp4", "mp4/deep.mp4", "mp4/thousand-tracks.mp4",
    "mp4/endless-samples.mp4", "heic/zero-size-box.heic", "heic/box-past-end.heic",
    "heic/endless-extents.heic", "heic/endless-locations.heic", "heic/grid-of-itself.heic",
    "tiff/directory-loop.tif", "tiff/directory-past-end.tif", "tiff/endless-strips.tif",
    "jpeg/exif-loop.jpg", "jpeg/segment-of-length-0.jpg", "jpeg/segment-past-end.jpg",
    "mkv/unknown-sizes.mkv", "mkv/deep.mkv", "mkv/element-past-end.mkv", "mp3/tag-of-256-mb.mp3",
    "flac/cover-past-end.flac", "avi/chunk-past-end.avi",
  ].map { Case(fixture: "broken/" + $0) }

  static let built: [Case] = [
    Case(
      "boxes inside boxes", "video/quicktime",
      (0..<4000).reversed().flatMap { depth in
        b.be(8 * (UInt32(depth) + 1), 4).text(depth == 3999 ? "moov" : "trak").bytes
      }),
    Case(
      "a box of 2^63 bytes", "video/mp4",
      ISOBaseMediaTests.brands("isom")
        + b.be(1, 4).text("moov").be(UInt64(1) << 63, 8).fill(64).bytes),
    Case(
      "a box that ends with the number space", "video/mp4",
      ISOBaseMediaTests.brands("isom") + b.be(1, 4).text("free").be(UInt64.max, 8).fill(64).bytes),
    Case(
      "empty boxes without end", "video/mp4",
      ISOBaseMediaTests.brands("isom") + (0..<50_000).flatMap { _ in b.be(8, 4).text("free").bytes }
    ),
    Case(
      "directories of directories", "image/tiff",
      b.text("II").le(42, 2).le(8, 4).bytes(
        (0..<2000).flatMap { index in
          TIFFTests.directory(
            [TIFFTests.field(0x014A, 8 + 18 * (index + 1))], next: 8 + 18 * (index + 1))
        }
      ).bytes),
    Case(
      "elements of unknown length inside each other", "video/webm",
      b.be(0x1A45_DFA3, 4).be(0x87, 1).be(0x4282, 2).be(0x84, 1).text("webm").bytes
        + (0..<9000).flatMap { _ in b.be(0x1654_AE6B, 4).be(0xFF, 1).bytes }),
    Case(
      "a chunk of 4 GB in RIFF", "image/webp",
      b.text("RIFF").le(UInt32.max, 4).text("WEBPVP8X").le(UInt32.max, 4).fill(64).bytes),
    Case(
      "segments without end", "image/jpeg",
      [0xFF, 0xD8] + (0..<40_000).flatMap { _ in b.be(0xFFE5, 2).be(2, 2).bytes }),
    Case(
      "tags behind tags", "audio/mpeg",
      (0..<5000).flatMap { _ in b.text("ID3").be(0x0400, 2).fill(5).bytes }),
    Case(
      "packets of tables alone", "video/mp2t",
      (0..<3000).flatMap { _ in VideoStreamTests.packet(0, starts: true, [0, 0, 0xB0, 0xFF]) }),
    Case(
      "a compound file that chains to itself", "application/x-ole-storage",
      {
        var file = DocumentTests.compound("x")
        for place in stride(from: 512, to: 1024, by: 4) { file[place] = 1 }
        return file
      }()),
  ]

  @Test(
    "They are recognised, and cost no more reads, bytes and memory than others",
    arguments: files + built)
  func bounded(_ test: Case) throws {
    #expect(!test.bytes.isEmpty)
    var sniffer = MediaSniffer(byteCount: UInt64(test.bytes.count), canSeek: true)
    var read = 0
    while sniffer.position < UInt64(test.bytes.count) {
      let start = Int(sniffer.position)
      let wanted = max(1024, Int(clamping: sniffer.wanted.upperBound) - start)
      let piece = Array(test.bytes[start...].prefix(start == 0 ? 4096 : wanted))
      read += piece.count
      let answer = sniffer.push(piece)
      #expect(sniffer.heldByteCount <= 64 << 10)
      if answer == .done { break }
      if case .skip(let offset) = answer { sniffer.seek(to: offset) }
    }
    #expect(sniffer.finish()?.mime == test.mime)
    #expect(read <= 256 << 10, "\(read) bytes were read")
    Sniffing.checkLaws(Array(test.bytes.prefix(50_000)), test.testDescription)
  }

  @Test("A tag of 256 MB is passed over, not read")
  func longTag() {
    var sniffer = MediaSniffer(byteCount: 300 << 20, canSeek: true)
    let tag = Self.b.text("ID3").be(0x0300, 2).be(0, 1).be(0x7F7F_7F7F, 4).text("TIT2").be(1, 4)
      .fill(4000).bytes
    var answer = sniffer.push(tag)
    var pushed = tag.count
    while answer != .done, pushed < 1 << 20 {
      if case .skip(let offset) = answer { sniffer.seek(to: offset) }
      answer = sniffer.push([UInt8](repeating: 0, count: 1024))
      pushed += 1024
    }
    #expect(sniffer.format == nil || sniffer.format?.mime == "audio/mpeg")
    #expect(pushed <= 64 << 10)
  }
}
