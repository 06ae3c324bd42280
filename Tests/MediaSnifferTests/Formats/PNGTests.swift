import MediaSniffer
import MediaTypes
import Testing

@Suite("PNG", .timeLimit(.minutes(5)))
struct PNGTests {
  static func chunk(_ name: String, _ data: ByteBuilder) -> [UInt8] {
    ByteBuilder().be(data.bytes.count, 4).text(name).bytes(data.bytes).be(0, 4).bytes
  }

  static func file(
    width: Int = 640, height: Int = 480, depth: Int = 8, colour: Int = 2, interlace: Int = 0,
    _ chunks: [UInt8] = []
  ) -> [UInt8] {
    let header = ByteBuilder().be(width, 4).be(height, 4).be(depth, 1).be(colour, 1).be(0, 2)
      .be(interlace, 1)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunks
      + chunk("IDAT", ByteBuilder().fill(100, 7)) + chunk("IEND", ByteBuilder())
  }

  @Test("The header tells size, depth, channels and passes")
  func header() throws {
    let facts = try #require(Sniffing.file(Self.file(depth: 16, colour: 6, interlace: 1)))
    #expect(facts.format == .png)
    #expect(facts.size == PixelSize(width: 640, height: 480))
    #expect(facts.image.bitDepth == 16)
    #expect(facts.image.channels == 4)
    #expect(facts.image.hasAlpha)
    #expect(facts.image.isInterlaced)
    #expect(facts.warnings.isEmpty)
  }

  @Test("acTL before IDAT makes it animated")
  func animated() throws {
    let control = Self.chunk("acTL", ByteBuilder().be(3, 4).be(0, 4))
    let facts = try #require(Sniffing.file(Self.file(control)))
    #expect(facts.format == .apng)
    #expect(facts.image.isAnimated)
    #expect(facts.image.frameCount == 3)
  }

  @Test("eXIf turns the picture, cICP names its colour")
  func orientationAndColour() throws {
    let exif = ByteBuilder().text("MM").be(42, 2).be(8, 4).be(1, 2)
      .be(0x0112, 2).be(3, 2).be(1, 4).be(6, 2).be(0, 2).be(0, 4)
    let colour = ByteBuilder().be(9, 1).be(16, 1).be(0, 1).be(1, 1)
    let facts = try #require(
      Sniffing.file(Self.file(Self.chunk("eXIf", exif) + Self.chunk("cICP", colour))))
    #expect(facts.orientation == .right)
    #expect(facts.displaySize == PixelSize(width: 480, height: 640))
    #expect(facts.colour.isHDR)
    #expect(facts.colour.codePoints?.primaries == 9)
  }

  @Test("Every prefix and every chunking gives the same")
  func laws() {
    let file = Self.file(Self.chunk("tEXt", ByteBuilder().fill(300, 65)))
    Sniffing.checkLaws(file)
    Sniffing.checkPrefixes(file)
  }
}
