import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// Formats whose facts stand in the header: the smallest header that tells them.
@Suite("Headers", .timeLimit(.minutes(5)))
struct HeaderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let mime: String
    let bytes: [UInt8]
    var size: PixelSize? = PixelSize(width: 300, height: 200)

    init(_ name: String, _ mime: String, _ bytes: ByteBuilder) {
      testDescription = name
      self.mime = mime
      self.bytes = bytes.bytes
    }

    init(_ name: String, _ mime: String, unsized bytes: ByteBuilder) {
      self.init(name, mime, bytes)
      size = nil
    }
  }

  static let b = ByteBuilder()

  static let cases: [Case] =
    windows + icons + text + film + textures + documents + science + small

  static let windows = [
    Case(
      "BMP", "image/bmp",
      b.text("BM").le(0, 4).le(0, 4).le(54, 4).le(40, 4).le(300, 4).le(200, 4).le(1, 2).le(24, 2)
        .fill(24)),
    Case(
      "BMP, rows from the top", "image/bmp",
      b.text("BM").le(0, 4).le(0, 4).le(54, 4).le(40, 4).le(300, 4).le(UInt32(bitPattern: -200), 4)
        .le(1, 2).le(8, 2).fill(24)),
    Case(
      "BMP of OS/2", "image/bmp",
      b.text("BM").le(0, 4).le(0, 4).le(26, 4).le(12, 4).le(300, 2).le(200, 2).le(1, 2).le(4, 2)),
    Case(
      "DIB", "image/bmp", b.le(40, 4).le(300, 4).le(200, 4).le(1, 2).le(24, 2).fill(24)),
    Case(
      "OS/2 bitmap array", "image/x-os2-graphics",
      unsized: b.text("BA").le(40, 4).fill(8).text("CI").fill(12).le(12, 4).fill(16)),
    Case(
      "placeable WMF", "image/wmf",
      b.le(0x9AC6_CDD7, 4).le(0, 2).le(0, 2).le(0, 2).le(3000, 2).le(2000, 2).le(720, 2).fill(8)),
    Case(
      "WMF", "image/wmf",
      unsized: b.le(1, 2).le(9, 2).le(0x0300, 2).le(100, 4).le(1, 2).le(50, 4).le(0, 2)),
    Case(
      "EMF", "image/emf",
      b.le(1, 4).le(108, 4).le(0, 4).le(0, 4).le(300, 4).le(200, 4).fill(16).text(" EMF").fill(64)),
    Case(
      "MSP", "image/x-msp", b.text("DanM").le(300, 2).le(200, 2).fill(24)),
    Case(
      "PCX", "image/vnd.zbrush.pcx",
      b.bytes([10, 5, 1, 8]).le(10, 2).le(20, 2).le(309, 2).le(219, 2).fill(53).bytes([3]).fill(62)),
    Case(
      "DCX", "image/x-dcx", unsized: b.le(987_654_321, 4).fill(8)),
  ]

  static let icons = [
    Case(
      "ICO", "image/vnd.microsoft.icon",
      b.le(0, 2).le(1, 2).le(2, 2)
        .bytes([16, 16, 0, 0]).le(1, 2).le(32, 2).le(100, 4).le(38, 4)
        .bytes([0, 200, 0, 0]).le(1, 2).le(32, 2).le(100, 4).le(138, 4).fill(200)
    ).sized(256, 200),
    Case(
      "CUR", "image/x-win-cursor",
      b.le(0, 2).le(2, 2).le(1, 2).bytes([32, 48, 0, 0]).le(1, 2).le(2, 2).le(10, 4).le(22, 4)
        .fill(10)
    ).sized(32, 48),
    Case(
      "ICNS", "image/icns",
      b.text("icns").be(60, 4).text("is32").be(16, 4).fill(8).text("ic08").be(16, 4).fill(8)
        .text("TOC ").be(20, 4).fill(12)
    ).sized(256, 256),
  ]

  static let text = [
    Case("PBM", "image/x-portable-bitmap", b.text("P1\n# made by hand\n300 200\n0 1 1\n")),
    Case("PGM", "image/x-portable-graymap", b.text("P5 300 200 255\n").fill(9)),
    Case("PPM", "image/x-portable-pixmap", b.text("P6\n300\n200\n65535\n").fill(9)),
    Case("PFM", "image/x-portable-floatmap", b.text("PF\n300 200\n-1.0\n").fill(12)),
    Case(
      "PAM", "image/x-portable-arbitrarymap",
      b.text("P7\nWIDTH 300\nHEIGHT 200\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n").fill(4)
    ),
    Case(
      "XBM", "image/x-xbitmap",
      b.text("#define a_width 300\n#define a_height 200\nstatic char a_bits[] = {")),
    Case(
      "XPM", "image/x-xpixmap",
      b.text("/* XPM */\nstatic char *a[] = {\n\"300 200 3 1\",\n\"a c #000\",")),
    Case(
      "Radiance", "image/vnd.radiance",
      b.text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 200 +X 300\n").fill(8)),
    Case(
      "Radiance, columns first", "image/vnd.radiance", b.text("#?RGBE\n\n+X 300 -Y 200\n").fill(8)),
    Case(
      "MIFF", "image/x-miff",
      b.text("id=ImageMagick\nclass=DirectClass\ncolumns=300  rows=200  depth=8\n").bytes([0x0C])
        .text(":\u{1A}")),
    Case(
      "IFUNC", "image/x-im",
      b.text("Image type: RGB image\r\nName: a.im\r\nImage size (x*y): 300*200\r\n").fill(80)),
    Case("IMT", "image/x-imt", b.text("*comment\nwidth 300\nheight 200\n").bytes([0x0C]).fill(99)),
    Case(
      "FITS", "image/fits",
      b.card("SIMPLE  =                    T").card("BITPIX  =                   16")
        .card("NAXIS   =                    2").card("NAXIS1  =                  300")
        .card("NAXIS2  =                  200").card("END")),
    Case(
      "SVG", "image/svg+xml",
      b.text("<?xml version=\"1.0\"?>\n<!-- a --><!DOCTYPE svg [<!ENTITY a \"b>c\">]>\n")
        .text("<svg xmlns='http://www.w3.org/2000/svg' width='300' height=\"200px\">")),
    Case(
      "SVG, view box alone", "image/svg+xml", b.text("<svg viewBox=\"0,0 300 200\"/>")),
    Case(
      "SVG, one side", "image/svg+xml",
      b.text("<x:svg width='150pt' viewBox='0 0 600 400' height='100%'>")
    ).sized(150, 400),
    Case(
      "SVG in inches", "image/svg+xml", b.text("<svg width='2in' height='1in'>")
    ).sized(144, 72),
    Case("SVG without size", "image/svg+xml", unsized: b.text("<svg>")),
  ]

  static let film = [
    Case(
      "DPX", "image/x-dpx", b.text("SDPX").fill(768).be(300, 4).be(200, 4).fill(8)),
    Case(
      "DPX, low byte first", "image/x-dpx", b.text("XPDS").fill(768).le(300, 4).le(200, 4).fill(8)),
    Case(
      "Cineon", "image/x-cineon", b.be(0x802A_5FD7, 4).fill(196).be(300, 4).be(200, 4).fill(8)),
    Case(
      "OpenEXR", "image/x-exr",
      b.be(0x762F_3101, 4).le(2, 4).text("compression\0compression\0").le(1, 4).bytes([3])
        .text("dataWindow\0box2i\0").le(16, 4).le(5, 4).le(7, 4).le(304, 4).le(206, 4)
        .bytes([0])),
    Case(
      "MNG", "video/x-mng",
      b.be(0x8A4D_4E47, 4).be(0x0D0A_1A0A, 4).be(28, 4).text("MHDR").be(300, 4).be(200, 4)
        .fill(30)),
  ]

  static let textures = [
    Case(
      "DDS", "image/vnd.ms-dds",
      b.text("DDS ").le(124, 4).le(0x1007, 4).le(200, 4).le(300, 4).fill(60).le(4, 4).text("DXT5")
        .fill(40)),
    Case(
      "KTX", "image/ktx",
      b.be(0xAB, 1).text("KTX 11").be(0xBB, 1).be(0x0D0A_1A0A, 4).le(0x0403_0201, 4).fill(20)
        .le(300, 4).le(200, 4).fill(20)),
    Case(
      "KTX 2", "image/ktx2",
      b.be(0xAB, 1).text("KTX 20").be(0xBB, 1).be(0x0D0A_1A0A, 4).fill(8).le(300, 4).le(200, 4)),
    Case("BLP", "image/x-blp", b.text("BLP2").le(1, 4).le(0, 4).le(300, 4).le(200, 4)),
    Case("FTEX", "image/x-ftex", b.text("FTEX").le(1, 4).le(300, 4).le(200, 4)),
    Case(
      "SGI", "image/sgi", b.be(0x01DA, 2).bytes([1, 1]).be(3, 2).be(300, 2).be(200, 2).be(3, 2)),
    Case(
      "TGA", "image/x-tga",
      b.bytes([0, 0, 2]).fill(9).le(300, 2).le(200, 2).bytes([24, 0x20]).fill(30)),
    Case(
      "TGA with a palette", "image/x-tga",
      b.bytes([0, 1, 9]).le(0, 2).le(16, 2).bytes([24]).fill(4).le(300, 2).le(200, 2).bytes([8, 0])
        .fill(30)),
  ]

  static let documents = [
    Case(
      "PSD", "image/vnd.adobe.photoshop",
      b.text("8BPS").be(1, 2).fill(6).be(3, 2).be(200, 4).be(300, 4).be(8, 2).be(3, 2).be(0, 4)
        .be(0, 4).be(0, 4)),
    Case(
      "PSB", "image/vnd.adobe.photoshop",
      b.text("8BPS").be(2, 2).fill(6).be(4, 2).be(200, 4).be(300, 4).be(16, 2).be(4, 2).be(0, 4)
        .be(0, 4).be(0, 4)),
    Case(
      "XCF", "image/x-xcf", b.text("gimp xcf file").bytes([0]).be(300, 4).be(200, 4).be(0, 4)),
    Case(
      "Paint Shop Pro", "image/x-paintshoppro",
      b.text("Paint Shop Pro Image File\n\u{1A}").fill(5).le(10, 2).le(0, 2).text("~BK\0").le(0, 2)
        .le(46, 4).le(46, 4).le(300, 4).le(200, 4)),
    Case(
      "DjVu", "image/vnd.djvu",
      b.text("AT&TFORM").be(100, 4).text("DJVUINFO").be(10, 4).be(300, 2).be(200, 2).fill(6)),
    Case(
      "PICT", "image/x-pict",
      b.fill(512).be(100, 2).be(10, 2).be(20, 2).be(210, 2).be(320, 2).be(0x0011, 2).be(0x02FF, 2)),
  ]

  static let science = [
    Case(
      "DICOM", "application/dicom",
      b.fill(128).text("DICM").le(0x0002, 2).le(0x0010, 2).text("UI").le(20, 2)
        .text("1.2.840.10008.1.2.1\0")
        .le(0x0028, 2).le(0x0010, 2).text("US").le(2, 2).le(200, 2)
        .le(0x0028, 2).le(0x0011, 2).text("US").le(2, 2).le(300, 2)
        .le(0x0028, 2).le(0x0100, 2).text("US").le(2, 2).le(16, 2)),
    Case("MRC", "image/x-mrc", b.le(300, 4).le(200, 4).fill(200).text("MAP DD").fill(20)),
    Case("PGF", "image/x-pgf", b.text("PGF6").le(28, 4).le(300, 4).le(200, 4).fill(20)),
    Case(
      "Photo CD", "image/x-photo-cd", b.fill(2048, 0xFF).text("PCD_IPI").fill(1531).bytes([1])
    ).sized(768, 512),
  ]

  static let small = [
    Case("QOI", "image/qoi", b.text("qoif").be(300, 4).be(200, 4).bytes([4, 0])),
    Case("farbfeld", "image/x-farbfeld", b.text("farbfeld").be(300, 4).be(200, 4)),
    Case(
      "Sun raster", "image/x-sun-raster",
      b.be(0x59A6_6A95, 4).be(300, 4).be(200, 4).be(24, 4).be(0, 4).be(1, 4).fill(8)),
    Case("BPG", "image/bpg", b.be(0x4250_47FB, 4).be(0x2000, 2).bytes([0x82, 0x2C, 0x81, 0x48])),
    Case("FLIF", "image/flif", b.text("FLIF31").bytes([0x82, 0x2B, 0x81, 0x47])),
    Case(
      "JPEG-LS", "image/jls",
      b.be(0xFFD8_FFF7, 4).be(11, 2).bytes([8]).be(200, 2).be(300, 2).bytes([1, 1, 0x11, 0])),
    Case(
      "JPEG 2000 codestream", "image/j2c",
      b.be(0xFF4F_FF51, 4).be(41, 2).be(0, 2).be(310, 4).be(220, 4).be(10, 4).be(20, 4).be(310, 4)
        .be(220, 4).be(0, 4).be(0, 4).be(1, 2).bytes([7, 1, 1]).be(0xFF52, 2).be(12, 2).fill(9)
        .bytes([1])),
    Case("WBMP", "image/vnd.wap.wbmp", b.bytes([0, 0, 0x82, 0x2C, 0x81, 0x48]).fill(38 * 200)),
    Case(
      "GIF", "image/gif",
      b.text("GIF89a").le(300, 2).le(200, 2).bytes([0x80, 0, 0]).fill(6)
        .bytes([0x2C]).fill(8).bytes([0x40])),
    Case(
      "WebP, lossy", "image/webp",
      b.text("RIFF").le(100, 4).text("WEBPVP8 ").le(50, 4).bytes([0, 0, 0, 0x9D, 1, 0x2A])
        .le(300, 2).le(200, 2)),
    Case(
      "WebP, lossless", "image/webp",
      b.text("RIFF").le(100, 4).text("WEBPVP8L").le(50, 4).bytes([0x2F]).le(299 | 199 << 14, 4)),
    Case(
      "JPEG XL", "image/jxl",
      b.be(0xFF0A, 2).bits([(0, 1), (0, 2), (199, 9), (0, 3), (0, 2), (299, 9), (1, 1)])),
    Case(
      "MRW", "image/x-minolta-mrw",
      b.be(0x004D_524D, 4).be(32, 4).be(0x0050_5244, 4).be(24, 4).fill(12).be(200, 2).be(300, 2)
        .fill(8)),
    Case(
      "X3F", "image/x-sigma-x3f",
      b.text("FOVb").fill(24).le(300, 4).le(200, 4).le(0, 4).fill(8)),
    Case(
      "JPEG XR", "image/jxr",
      b.bytes([0x49, 0x49, 0xBC, 1]).le(8, 4).le(2, 2).le(0xBC80, 2).le(4, 2).le(1, 4).le(300, 4)
        .le(0xBC81, 2).le(4, 2).le(1, 4).le(200, 4).le(0, 4)),
  ]

  @Test("The header tells type and size", arguments: cases)
  func facts(_ test: Case) throws {
    let found = Sniffing.file(test.bytes)
    let facts = try #require(found)
    #expect(facts.mime == test.mime)
    #expect(facts.size == test.size)
    #expect(facts.kind == .image)
  }

  @Test("The chunking changes nothing", arguments: cases)
  func laws(_ test: Case) {
    Sniffing.checkLaws(test.bytes, test.testDescription)
  }

  @Test("Every prefix gives an answer, and a format stays", arguments: cases)
  func prefixes(_ test: Case) {
    Sniffing.checkPrefixes(test.bytes, limit: 600)
  }
}

extension HeaderTests.Case {
  /// The same case with another size.
  func sized(_ width: Int, _ height: Int) -> Self {
    var copy = self
    copy.size = PixelSize(width: width, height: height)
    return copy
  }
}

@Suite("Axes of FITS")
struct FITSAxesTests {
  @Test(
    "A third axis is planes, and of colours only where it is said to be",
    arguments: [(3, "", ImageFacts.ColourModel.grey), (1, "", .grey), (3, "'RGB     '", .rgb)])
  func thirdAxis(count: Int, kind: String, model: ImageFacts.ColourModel) {
    let file = ByteBuilder().card("SIMPLE  =                    T")
      .card("BITPIX  =                    8").card("NAXIS   =                    3")
      .card("NAXIS1  =                  300").card("NAXIS2  =                  200")
      .card("NAXIS3  =                    \(count)").card("CTYPE3  = \(kind)").card("END")
    let facts = Sniffing.file(file.bytes)
    #expect(facts?.size == PixelSize(width: 300, height: 200))
    #expect(facts?.image.channels == count && facts?.image.isPlanar == true)
    #expect(facts?.image.colourModel == model)
  }
}

extension ByteBuilder {
  /// Appends a card of FITS: text filled up to 80 bytes.
  func card(_ words: String) -> ByteBuilder { text(words).fill(80 - words.utf8.count, 0x20) }

  /// Appends numbers of some bits each, the lowest bit of a byte first, and fills the last byte.
  func bits(_ numbers: [(value: Int, count: Int)]) -> ByteBuilder {
    var bits: [Int] = []
    for number in numbers { bits += (0..<number.count).map { number.value >> $0 & 1 } }
    bits += [Int](repeating: 0, count: (8 - bits.count % 8) % 8 + 8)
    let bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[start + $1]) << UInt8($1) }
    }
    return self.bytes(bytes)
  }
}
