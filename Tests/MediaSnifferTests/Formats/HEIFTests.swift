import MediaSniffer
import MediaTypes
import TestSupport
import Testing

@Suite("HEIF", .timeLimit(.minutes(5)))
struct HEIFTests {
  static let b = ByteBuilder()

  static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let all = content.flatMap { $0 }
    return b.be(all.count + 8, 4).text(type).bytes(all).bytes
  }

  static func info(_ id: Int, _ type: String) -> [UInt8] {
    box("infe", b.be(0x0200_0000, 4).be(id, 2).be(0, 2).text(type).be(0, 1).bytes)
  }

  static let size = box("ispe", b.be(0, 4).be(4032, 4).be(3024, 4).bytes)
  static let tile = box("ispe", b.be(0, 4).be(512, 4).be(512, 4).bytes)
  static let small = box("ispe", b.be(0, 4).be(320, 4).be(240, 4).bytes)

  /// A grid of 48 tiles with a thumbnail; properties 1 to 3 are the sizes, others follow.
  static func grid(_ properties: [[UInt8]] = [], applied: [Int] = [], location: [UInt8]? = nil)
    -> [UInt8]
  {
    let references = box(
      "iref", b.be(0, 4).bytes,
      box("dimg", b.be(1, 2).be(48, 2).bytes((2..<50).flatMap { b.be($0, 2).bytes }).bytes),
      box("thmb", b.be(50, 2).be(1, 2).be(1, 2).bytes))
    let own = [1] + applied
    let associations = box(
      "ipma",
      b.be(0, 4).be(3, 4)
        .be(1, 2).be(own.count, 1).bytes(own.map { UInt8($0 | 0x80) })
        .be(2, 2).be(1, 1).be(2, 1)
        .be(50, 2).be(1, 1).be(3, 1).bytes)
    let locations =
      location
      ?? b.be(0, 4).be(0x4400, 2).be(1, 2).be(50, 2).be(0, 2).be(1, 2).be(9000, 4)
      .be(1234, 4).bytes
    let meta = box(
      "meta", b.be(0, 4).bytes,
      // The associations before what they speak of, the item that is shown last: any order is right.
      box("iprp", box("ipco", size, tile, small, properties.flatMap { $0 }), associations),
      references,
      box("iinf", b.be(0, 4).be(3, 2).bytes, info(1, "grid"), info(2, "hvc1"), info(50, "hvc1")),
      box("iloc", locations), box("pitm", b.be(0, 4).be(1, 2).bytes))
    return box("ftyp", b.text("heic").be(0, 4).text("mif1heic").bytes) + meta
  }

  @Test("A grid tells its tiles, its codec and its thumbnail")
  func gridFacts() throws {
    let found = Sniffing.file(Self.grid())
    let facts = try #require(found)
    #expect(facts.format == .heic)
    #expect(facts.size == PixelSize(width: 4032, height: 3024))
    #expect(facts.image.tileSize == PixelSize(width: 512, height: 512))
    #expect(facts.image.grid == PixelSize(width: 8, height: 6))
    #expect(facts.codec == "hevc")
    let preview = try #require(facts.previews.first)
    #expect(preview.role == .heifThumbnail)
    #expect(preview.itemID == 50)
    #expect(preview.offset == 9000)
    #expect(preview.byteCount == 1234)
    #expect(preview.size == PixelSize(width: 320, height: 240))
    Sniffing.checkLaws(Self.grid())
    Sniffing.checkPrefixes(Self.grid())
  }

  static func turn(_ quarters: Int) -> [UInt8] { box("irot", [UInt8(quarters)]) }
  static func mirror(_ axis: Int) -> [UInt8] { box("imir", [UInt8(axis)]) }

  static let turns: [([[UInt8]], Orientation)] = [
    ([turn(0)], .up), ([turn(1)], .left), ([turn(2)], .down), ([turn(3)], .right),
    ([mirror(1)], .upMirrored), ([mirror(0)], .downMirrored),
    ([turn(1), mirror(0)], .leftMirrored), ([turn(1), mirror(1)], .rightMirrored),
    ([turn(3), mirror(0)], .rightMirrored), ([mirror(0), turn(1)], .rightMirrored),
    ([turn(2), mirror(1)], .downMirrored),
  ]

  @Test("Turns and mirrors apply in their order", arguments: turns)
  func orientation(_ properties: [[UInt8]], _ orientation: Orientation) throws {
    let applied = Array(4..<(4 + properties.count))
    let found = Sniffing.file(Self.grid(properties, applied: applied))
    let facts = try #require(found)
    #expect(facts.orientation == orientation)
    #expect(facts.displaySize == orientation.displaySize(of: PixelSize(width: 4032, height: 3024)))
  }

  @Test("A clean aperture crops before the turn")
  func crop() throws {
    let aperture = Self.box(
      "clap",
      Self.b.be(2000, 4).be(1, 4).be(1000, 4).be(1, 4).be(0, 4).be(1, 4).be(0, 4).be(1, 4).bytes)
    let found = Sniffing.file(Self.grid([aperture, Self.turn(1)], applied: [4, 5]))
    #expect(found?.displaySize == PixelSize(width: 1000, height: 2000))
  }

  @Test("Colour is what the box says")
  func colour() throws {
    let nclx = Self.box("colr", Self.b.text("nclx").be(12, 2).be(16, 2).be(9, 2).be(0x80, 1).bytes)
    let found = Sniffing.file(Self.grid([nclx], applied: [4]))
    let points = try #require(found?.colour.codePoints)
    #expect(points.primaries == 12)
    #expect(points.isFullRange)
    #expect(found?.colour.isHDR == true)
  }

  static let locations: [[UInt8]] = [
    // 2^32 - 1 items, 65535 extents of the longest kind each, offsets that overflow, sizes of 15.
    b.be(0x0200_0000, 4).be(0x4400, 2).be(UInt32.max, 4).fill(400).bytes,
    b.be(0x0200_0000, 4).be(0x8888, 2).be(UInt32.max, 4).be(50, 4).fill(4).fill(8, 0xFF)
      .be(0xFFFF, 2).fill(400, 0xFF).bytes,
    b.be(0x0100_0000, 4).be(0x8880, 2).be(1, 2).be(50, 2).be(0, 2).be(0, 2).fill(8, 0xFF).be(1, 2)
      .fill(16, 0xFF).bytes,
    b.be(0, 4).be(0xFFFF, 2).be(9, 2).fill(400, 0x7F).bytes,
  ]

  @Test("Locations without number end in an answer", arguments: locations)
  func hostileLocations(_ location: [UInt8]) {
    let file = Self.grid(location: location)
    Sniffing.checkLaws(file)
    #expect(Sniffing.file(file)?.size == PixelSize(width: 4032, height: 3024))
  }
}
