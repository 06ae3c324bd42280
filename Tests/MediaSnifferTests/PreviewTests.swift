import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// The smaller pictures inside files: each with its place, its length and its size.
@Suite("Previews", .timeLimit(.minutes(5)))
struct PreviewTests {
  static let b = ByteBuilder()

  /// A JPEG file of a size, without picture data.
  static func jpeg(width: Int, height: Int) -> [UInt8] {
    b.be(0xFFD8, 2).be(0xFFDB, 2).be(67, 2).fill(65, 1).be(0xFFC0, 2).be(11, 2).be(8, 1)
      .be(height, 2).be(width, 2).bytes([1, 1, 0x11, 0]).be(0xFFD9, 2).bytes
  }

  static let small = jpeg(width: 160, height: 120)

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let role: EmbeddedPreview.Role
    let bytes: [UInt8]
    var size = PixelSize(width: 160, height: 120)
    var preview = small
  }

  static let cases = [
    Case(testDescription: "EXIF's second directory", role: .exifThumbnail, bytes: exif),
    Case(testDescription: "the multi-picture format", role: .multiPicture, bytes: multiPicture),
    Case(testDescription: "Photoshop's resources", role: .photoshopThumbnail, bytes: photoshop),
    Case(testDescription: "Fujifilm's header", role: .rawPreview, bytes: fujifilm),
    Case(testDescription: "Canon's heaps", role: .rawPreview, bytes: ciff),
    Case(testDescription: "Canon's boxes", role: .rawPreview, bytes: canonBoxes),
    Case(testDescription: "Panasonic's field", role: .rawPreview, bytes: panasonic),
    Case(testDescription: "Sigma's sections", role: .rawPreview, bytes: sigma),
    Case(testDescription: "Olympus' maker note", role: .rawPreview, bytes: olympus),
  ]

  static let exif: [UInt8] = {
    let first = TIFFTests.directory([TIFFTests.field(0x0112, 1, type: 3)], next: 8 + 18)
    let second = TIFFTests.directory([
      TIFFTests.field(0x0201, 8 + 18 + 30), TIFFTests.field(0x0202, small.count),
    ])
    return JPEGTests.file(
      JPEGTests.segment(
        0xE1,
        b.text("Exif\0\0").text("II").le(42, 2).le(8, 4).bytes(first).bytes(second).bytes(small)))
  }()

  static let multiPicture: [UInt8] = {
    let entries = 50
    let index = TIFFTests.directory([
      TIFFTests.field(0xB001, 2), b.le(0xB002, 2).le(7, 2).le(32, 4).le(entries, 4).bytes,
    ])
    func segment(offset: Int) -> [UInt8] {
      JPEGTests.segment(
        0xE2,
        b.text("MPF\0").text("II").le(42, 2).le(8, 4).bytes(index).fill(entries - 8 - index.count)
          .le(0x03_0000, 4).le(100, 4).le(0, 4).le(0, 4)
          .le(0x01_0001, 4).le(small.count, 4).le(offset, 4).le(0, 4))
    }
    // Offsets count from the order mark: behind the first marker, the segment's head and the name.
    let length = JPEGTests.file(segment(offset: 0)).count
    return JPEGTests.file(segment(offset: length - 2 - 4 - 4)) + small
  }()

  static let photoshop = b.text("8BPS").be(1, 2).fill(6).be(3, 2).be(200, 4).be(300, 4).be(8, 2)
    .be(3, 2).be(0, 4).be(12 + 28 + small.count, 4).text("8BIM").be(1036, 2).be(0, 2)
    .be(28 + small.count, 4).be(1, 4).be(160, 4).be(120, 4).fill(16).bytes(small).fill(8).bytes

  static let fujifilm = b.text("FUJIFILMCCD-RAW ").fill(68).be(148, 4).be(small.count, 4)
    .be(1000, 4).be(100, 4).fill(148 - 100).bytes(small).fill(1000 - 148 - small.count)
    .be(1, 4).be(0x0111, 2).be(4, 2).be(200, 2).be(300, 2).fill(90).bytes

  static let ciff: [UInt8] = {
    let spec = b.le(300, 4).le(200, 4).fill(4).le(90, 4).fill(16).bytes
    let directory = b.le(2, 2).le(0x2007, 2).le(small.count, 4).le(0, 4).le(0x1810, 2)
      .le(spec.count, 4).le(small.count, 4).bytes
    return b.text("II").le(26, 4).text("HEAPCCDR").fill(12).bytes(small).bytes(spec)
      .bytes(directory).le(small.count + spec.count, 4).bytes
  }()

  static let canonBoxes: [UInt8] = {
    let thumbnail = ISOBaseMediaTests.box(
      "THMB", b.be(0, 4).be(160, 2).be(120, 2).be(small.count, 4).be(1, 4).bytes, small)
    let boxes = ISOBaseMediaTests.box(
      "uuid", b.be(0x85C0_B687_820F_11E0 as UInt64, 8).fill(8).bytes, thumbnail)
    return ISOBaseMediaTests.brands("crx ", "isom") + ISOBaseMediaTests.movie(boxes)
  }()

  static let panasonic: [UInt8] = {
    let field = b.le(0x002E, 2).le(7, 2).le(small.count, 4).le(100, 4).bytes
    let directory = TIFFTests.directory([
      TIFFTests.field(0x0004, 0), TIFFTests.field(0x0005, 0), TIFFTests.field(0x0006, 200),
      TIFFTests.field(0x0007, 300), field,
    ])
    return b.text("IIU\0").le(8, 4).bytes(directory).fill(100 - 8 - directory.count).bytes(small)
      .fill(20).bytes
  }()

  static let sigma: [UInt8] = {
    let head = b.text("FOVb").fill(24).le(300, 4).le(200, 4).le(0, 4).fill(12)
    let section = b.text("SECi").le(0, 4).le(2, 4).le(18, 4).le(160, 4).le(120, 4).le(0, 4)
      .bytes(small)
    let start = head.bytes.count + section.bytes.count
    return head.bytes(section.bytes).text("SECd").le(0, 4).le(1, 4).le(head.bytes.count, 4)
      .le(section.bytes.count, 4).text("IMA2").le(start, 4).bytes
  }()

  static let olympus: [UInt8] = {
    // Directories at 8, 100 (EXIF), 200 (the note, whose offsets count from it) and 300.
    func at(_ place: Int, _ file: ByteBuilder) -> ByteBuilder {
      file.fill(place - file.bytes.count)
    }
    var file = b.text("IIRO").le(8, 4).bytes(
      TIFFTests.directory([
        TIFFTests.field(0x0100, 300), TIFFTests.field(0x0101, 200), TIFFTests.field(0x8769, 100),
      ]))
    file = at(100, file).bytes(
      TIFFTests.directory([b.le(0x927C, 2).le(7, 2).le(300, 4).le(200, 4).bytes]))
    file = at(200, file).text("OLYMPUS\0II").le(3, 2).bytes(
      TIFFTests.directory([TIFFTests.field(0x2020, 100, type: 13)]))
    file = at(300, file).bytes(
      TIFFTests.directory([
        TIFFTests.field(0x0101, 200), TIFFTests.field(0x0102, small.count),
      ]))
    return at(400, file).bytes(small).fill(50).bytes
  }()

  @Test("A preview tells its place, its length and its size", arguments: cases)
  func preview(_ test: Case) throws {
    let found = Sniffing.file(test.bytes)
    let preview = try #require(found?.previews.first)
    #expect(preview.role == test.role)
    #expect(preview.format == .jpeg)
    #expect(preview.size == test.size)
    let bytes = test.bytes[Int(preview.offset)...].prefix(Int(preview.byteCount))
    #expect(Array(bytes) == test.preview)
    Sniffing.checkLaws(test.bytes, test.testDescription)
  }

  @Test("Bytes that are no picture are left out")
  func broken() throws {
    let place = try #require(Sniffing.file(Self.exif)?.previews.first?.offset)
    var broken = Self.exif
    broken[Int(place)] = 0
    #expect(Sniffing.file(broken)?.previews == [])
  }
}
