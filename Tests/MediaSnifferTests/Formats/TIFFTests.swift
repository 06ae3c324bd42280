import MediaSniffer
import MediaTypes
import TestSupport
import Testing

@Suite("TIFF", .timeLimit(.minutes(5)))
struct TIFFTests {
  static let b = ByteBuilder()

  /// A field of one short or long value.
  static func field(_ tag: Int, _ value: Int, type: Int = 4) -> [UInt8] {
    type == 3
      ? b.le(tag, 2).le(3, 2).le(1, 4).le(value, 2).le(0, 2).bytes
      : b.le(tag, 2).le(type, 2).le(1, 4).le(value, 4).bytes
  }

  static func directory(_ fields: [[UInt8]], next: Int = 0) -> [UInt8] {
    b.le(fields.count, 2).bytes(fields.flatMap { $0 }).le(next, 4).bytes
  }

  static func file(_ fields: [[UInt8]], next: Int = 0) -> [UInt8] {
    b.text("II").le(42, 2).le(8, 4).bytes(directory(fields, next: next)).bytes
  }

  static let basic = [
    field(0x0100, 300), field(0x0101, 200), field(0x0102, 8, type: 3), field(0x0103, 5, type: 3),
    field(0x0106, 2, type: 3), field(0x0112, 6, type: 3), field(0x0115, 3, type: 3),
    field(0x0116, 16), field(0x011C, 2, type: 3),
  ]

  @Test("The first directory tells the picture")
  func facts() throws {
    let found = Sniffing.file(Self.file(Self.basic))
    let facts = try #require(found)
    #expect(facts.format == .tiff)
    #expect(facts.size == PixelSize(width: 300, height: 200))
    #expect(facts.displaySize == PixelSize(width: 200, height: 300))
    #expect(facts.orientation == .right)
    #expect(facts.image.compression == "lzw")
    #expect(facts.image.channels == 3)
    #expect(facts.image.rowsPerStrip == 16)
    #expect(facts.image.isPlanar)
    #expect(facts.image.pageCount == 1)
    Sniffing.checkLaws(Self.file(Self.basic))
    Sniffing.checkPrefixes(Self.file(Self.basic))
  }

  @Test(
    "It says how samples are written",
    arguments: [
      (1, ImageFacts.SampleFormat.unsigned), (2, .signed), (3, .float), (4, nil), (6, .complex),
    ] as [(Int, ImageFacts.SampleFormat?)])
  func sampleFormat(number: Int, format: ImageFacts.SampleFormat?) {
    // One value stands in the directory; three of RGB stand behind it.
    let inside = Self.file(Self.basic + [Self.field(0x0153, number, type: 3)])
    #expect(Sniffing.file(inside)?.image.sampleFormat == format)
    let place = inside.count
    let outside =
      Self.file(Self.basic + [Self.b.le(0x0153, 2).le(3, 2).le(3, 4).le(place, 4).bytes])
      + Self.b.le(number, 2).le(number, 2).le(number, 2).bytes
    #expect(Sniffing.file(outside)?.image.sampleFormat == format)
    #expect(Sniffing.file(Self.file(Self.basic))?.image.sampleFormat == nil)
  }

  @Test("Pages are counted along the chain")
  func pages() throws {
    let length = Self.directory(Self.basic).count
    let file =
      Self.file(Self.basic, next: 8 + length) + Self.directory(Self.basic, next: 8 + 2 * length)
      + Self.directory(Self.basic)
    #expect(Sniffing.file(file)?.image.pageCount == 3)
  }

  @Test("Tiles and the larger offsets of BigTIFF are read")
  func bigTIFF() throws {
    func field(_ tag: Int, _ value: Int) -> [UInt8] {
      Self.b.le(tag, 2).le(4, 2).le(1, 8).le(value, 4).le(0, 4).bytes
    }
    let fields = [
      field(0x0100, 9000), field(0x0101, 8000), field(0x0142, 256), field(0x0143, 128),
    ]
    let file = Self.b.text("II").le(43, 2).le(8, 2).le(0, 2).le(16, 8).le(fields.count, 8)
      .bytes(fields.flatMap { $0 }).le(0, 8).bytes
    let found = Sniffing.file(file)
    let facts = try #require(found)
    #expect(facts.size == PixelSize(width: 9000, height: 8000))
    #expect(facts.image.tileSize == PixelSize(width: 256, height: 128))
    Sniffing.checkLaws(file)
  }

  /// A camera's file: a small first picture, a preview and the sensor's picture below it.
  static func raw(make: String, _ extra: [[UInt8]] = []) -> [UInt8] {
    let name = 1000
    let (preview, sensor) = (1100, 1300)
    let first = [
      field(0x00FE, 1), field(0x0100, 160), field(0x0101, 120),
      b.le(0x010F, 2).le(2, 2).le(make.utf8.count + 1, 4).le(name, 4).bytes,
      b.le(0x014A, 2).le(4, 2).le(2, 4).le(900, 4).bytes,
    ]
    var file = b.bytes(Self.file(first + extra))
    file = file.fill(900 - file.bytes.count).le(preview, 4).le(sensor, 4)
    file = file.fill(name - file.bytes.count).text(make).fill(preview - name - make.utf8.count)
    file = file.bytes(
      directory([
        field(0x00FE, 1), field(0x0103, 6, type: 3), field(0x0106, 6, type: 3),
        field(0x0201, 2000), field(0x0202, 500),
      ]))
    file = file.fill(sensor - file.bytes.count)
    file = file.bytes(
      directory([field(0x0100, 6000), field(0x0101, 4000), field(0x0106, 32803, type: 3)]))
    return file.fill(2000 - file.bytes.count).bytes([0xFF, 0xD8, 0xFF, 0xD9]).fill(1996).bytes
  }

  static let cameras: [(String, MediaFormat)] = [
    ("NIKON CORPORATION", .nef), ("SONY", .arw), ("PENTAX", .pef), ("RICOH", .pef),
    ("SAMSUNG", .srw), ("Hasselblad", .threeFR), ("Phase One A/S", .iiq), ("Canon", .cr2),
    ("EASTMAN KODAK COMPANY", .kdc),
  ]

  @Test("A camera's file has its format, its largest size and its preview", arguments: cameras)
  func camera(_ make: String, _ format: MediaFormat) throws {
    let found = Sniffing.file(Self.raw(make: make))
    let facts = try #require(found)
    #expect(facts.format == format)
    #expect(facts.size == PixelSize(width: 6000, height: 4000))
    let preview = try #require(facts.previews.first)
    #expect(preview.offset == 2000)
    #expect(preview.byteCount == 500)
    #expect(preview.role == .rawPreview)
    Sniffing.checkLaws(Self.raw(make: make))
  }

  @Test("The version field makes a Digital Negative of it, whoever made it")
  func negative() {
    let version = Self.b.le(0xC612, 2).le(1, 2).le(4, 4).bytes([1, 4, 0, 0]).bytes
    #expect(Sniffing.file(Self.raw(make: "SONY", [version]))?.format == .dng)
  }

  @Test("A plain TIFF of a camera maker's software stays one")
  func plainFile() {
    let make = Self.b.le(0x010F, 2).le(2, 2).le(4, 4).text("SON\0").bytes
    #expect(Sniffing.file(Self.file(Self.basic + [make]))?.format == .tiff)
  }

  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let hostile = [
    Hostile(testDescription: "a directory after itself", bytes: file(basic, next: 8)),
    Hostile(
      testDescription: "a directory below itself",
      bytes: file([field(0x00FE, 1), field(0x0100, 9), field(0x0101, 9), field(0x014A, 8)])),
    Hostile(
      testDescription: "65,535 fields",
      bytes: b.text("II").le(42, 2).le(8, 4).le(0xFFFF, 2).fill(4000, 1).bytes),
    Hostile(testDescription: "no fields", bytes: b.text("II").le(42, 2).le(8, 4).fill(6).bytes),
    Hostile(
      testDescription: "a directory inside the header",
      bytes: b.text("II").le(42, 2).le(2, 4).fill(90).bytes),
    Hostile(
      testDescription: "values behind every file",
      bytes: file([
        b.le(0x0102, 2).le(3, 2).le(UInt32.max, 4).le(UInt32.max, 4).bytes,
        b.le(0x014A, 2).le(4, 2).le(UInt32.max, 4).le(UInt32.max - 3, 4).bytes, field(0x0100, 3),
      ])),
    Hostile(
      testDescription: "BigTIFF with offsets that overflow",
      bytes: b.text("II").le(43, 2).le(8, 2).le(0, 2).le(16, 8).le(2, 8)
        .le(0x010F, 2).le(2, 2).le(UInt64.max, 8).le(UInt64.max - 4, 8)
        .le(0x014A, 2).le(16, 2).le(1, 8).le(UInt64.max - 7, 8).le(UInt64.max - 1, 8).bytes),
  ]

  @Test("Loops and offsets that lead nowhere end in an answer", arguments: hostile)
  func hostileDirectories(_ test: Hostile) {
    Sniffing.checkLaws(test.bytes, test.testDescription)
    #expect(Sniffing.file(test.bytes)?.format == .tiff)
  }
}
