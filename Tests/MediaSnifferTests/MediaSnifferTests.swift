import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// What the sniffer asks for, step by step.
@Suite("The sniffer", .timeLimit(.minutes(5)))
struct MediaSnifferTests {
  static let b = ByteBuilder()

  /// A TIFF file whose directory stands behind a lot of data.
  static let late: [UInt8] = {
    let directory = TIFFTests.directory(TIFFTests.basic)
    return b.text("II").le(42, 2).le(90_000, 4).fill(90_000 - 8, 7).bytes(directory).bytes
  }()

  @Test("A file is asked for what lies ahead, and nothing between is read")
  func skipAhead() {
    var sniffer = MediaSniffer(byteCount: UInt64(Self.late.count), canSeek: true)
    #expect(sniffer.push(Array(Self.late[..<100])) == .skip(to: 90_000))
    sniffer.seek(to: 90_000)
    #expect(sniffer.position == 90_000)
    #expect(sniffer.push(Array(Self.late[90_000...])) == .done)
    #expect(sniffer.finish()?.size == PixelSize(width: 300, height: 200))
  }

  @Test("A stream may pass over what lies between, or push it")
  func stream() {
    let facts = Sniffing.stream(Self.late, chunk: 1000)
    #expect(facts?.size == PixelSize(width: 300, height: 200))
    #expect(facts?.warnings == [])
  }

  @Test("A file is asked for what lies back; of a stream the rest is taken as not there")
  func back() throws {
    // The directory at the end, and its bits far before it.
    let bits = Self.b.le(0x0102, 2).le(3, 2).le(3, 4).le(10, 4).bytes
    let size = [TIFFTests.field(0x0100, 30), TIFFTests.field(0x0101, 20)]
    let file = Self.b.text("II").le(42, 2).le(90_000, 4).le(0, 2).le(16, 2).le(16, 2).le(16, 2)
      .fill(90_000 - 16, 7).bytes(TIFFTests.directory(size + [bits])).bytes
    var sniffer = MediaSniffer(byteCount: UInt64(file.count), canSeek: true)
    _ = sniffer.push(Array(file[..<9]))
    sniffer.seek(to: 90_000)
    #expect(sniffer.push(Array(file[90_000...])) == .skip(to: 10))
    let seeking = Sniffing.file(file)
    #expect(seeking?.image.bitDepth == 16)
    let stream = Sniffing.stream(file, chunk: 4096)
    #expect(stream?.size == PixelSize(width: 30, height: 20))
    #expect(stream?.image.bitDepth == 1)
  }

  @Test("The format is known before the rest")
  func formatFirst() {
    var sniffer = MediaSniffer(canSeek: false)
    #expect(sniffer.push(Array("GIF8".utf8)) == .needsMore)
    #expect(sniffer.format == nil)
    _ = sniffer.push(Array("9a".utf8))
    #expect(sniffer.format == .gif)
    #expect(sniffer.facts?.size == nil)
  }

  @Test("A movie whose index is at the end is known from its first box, and its size waits")
  func lateIndex() throws {
    let bytes = try Fixture.at("video/moov-at-end.mp4").bytes()
    var sniffer = MediaSniffer(canSeek: false)
    _ = sniffer.push(Array(bytes[..<32]))
    #expect(sniffer.format == .mp4)
    #expect(sniffer.facts?.size == nil)
    _ = sniffer.push(Array(bytes[32...]))
    #expect(sniffer.finish()?.size == PixelSize(width: 240, height: 180))
  }

  @Test("What is known so far can be asked, and changes nothing")
  func soFar() {
    var sniffer = MediaSniffer(canSeek: false)
    for byte in PNGTests.file() {
      _ = sniffer.push([byte])
      _ = sniffer.factsIfEndedHere()
    }
    #expect(sniffer.factsIfEndedHere() == Sniffing.stream(PNGTests.file(), chunk: 4096))
    #expect(sniffer.finish() == Sniffing.stream(PNGTests.file(), chunk: 4096))
  }

  @Test(
    "Nothing, and bytes that fit nothing, are nothing", arguments: [[], [0x01], [0xFE, 0xED, 1]])
  func nothing(_ bytes: [UInt8]) {
    #expect(Sniffing.stream(bytes, chunk: 1) == nil)
    #expect(Sniffing.file(bytes) == nil)
  }

  @Test("Chunks of no bytes change nothing")
  func emptyChunks() {
    var sniffer = MediaSniffer(canSeek: false)
    for byte in PNGTests.file() {
      _ = sniffer.push([])
      _ = sniffer.push([byte])
    }
    #expect(sniffer.finish() == Sniffing.stream(PNGTests.file(), chunk: 4096))
  }

  @Test("A header that ends early is a warning")
  func truncated() {
    let facts = Sniffing.file(Array(PNGTests.file().prefix(20)))
    #expect(facts?.format == .png)
    #expect(facts?.warnings.map(\.code) == [.truncated])
  }

  @Test("A file without end of steps is given up with a warning")
  func steps() {
    let chunk = PNGTests.chunk("tEXt", ByteBuilder())
    let file = PNGTests.file([[UInt8]](repeating: chunk, count: 30_000).flatMap { $0 })
    let facts = Sniffing.file(file)
    #expect(facts?.size == PixelSize(width: 640, height: 480))
    #expect(facts?.warnings.map(\.code) == [.oddHeader])
  }
}
