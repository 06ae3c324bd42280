import MediaSniffer
import MediaTypes
import Testing

@Suite("JPEG", .timeLimit(.minutes(5)))
struct JPEGTests {
  static func segment(_ marker: Int, _ data: ByteBuilder) -> [UInt8] {
    ByteBuilder().be(0xFF00 | marker, 2).be(data.bytes.count + 2, 2).bytes(data.bytes).bytes
  }

  static func exif(orientation: Int) -> [UInt8] {
    segment(
      0xE1,
      ByteBuilder().text("Exif\0\0").text("II").le(42, 2).le(8, 4).le(1, 2)
        .le(0x0112, 2).le(3, 2).le(1, 4).le(orientation, 2).le(0, 2).le(0, 4))
  }

  static let jfif = segment(0xE0, ByteBuilder().text("JFIF\0").be(0x0102, 2).fill(7))

  static func file(
    frame: Int = 0xC0, precision: Int = 8, samplings: [Int] = [0x22, 0x11, 0x11],
    inScan: Int? = nil, _ segments: [UInt8] = jfif
  ) -> [UInt8] {
    var header = ByteBuilder().be(precision, 1).be(3000, 2).be(4000, 2).be(samplings.count, 1)
    for (index, sampling) in samplings.enumerated() {
      header = header.be(index + 1, 1).be(sampling, 1).be(0, 1)
    }
    var scan = ByteBuilder().be(inScan ?? samplings.count, 1)
    for index in 0..<(inScan ?? samplings.count) { scan = scan.be(index + 1, 1).be(0, 1) }
    return [0xFF, 0xD8] + segments + segment(0xDB, ByteBuilder().fill(65, 1))
      + segment(frame, header) + segment(0xDA, scan.be(0, 1).be(63, 1).be(0, 1))
      + [UInt8](repeating: 0x55, count: 50) + [0xFF, 0xD9]
  }

  struct Coding: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let marker: Int
    var progressive = false
    var lossless = false
    var compression = "huffman"
  }

  static let codings = [
    Coding(testDescription: "baseline", marker: 0xC0),
    Coding(testDescription: "extended", marker: 0xC1),
    Coding(testDescription: "progressive", marker: 0xC2, progressive: true),
    Coding(testDescription: "lossless", marker: 0xC3, lossless: true),
    Coding(testDescription: "arithmetic", marker: 0xC9, compression: "arithmetic"),
    Coding(
      testDescription: "arithmetic progressive", marker: 0xCA, progressive: true,
      compression: "arithmetic"),
  ]

  @Test("The frame header tells the coding", arguments: codings)
  func coding(_ coding: Coding) throws {
    let facts = try #require(Sniffing.file(Self.file(frame: coding.marker)))
    #expect(facts.format == .jpeg)
    #expect(facts.size == PixelSize(width: 4000, height: 3000))
    #expect(facts.image.isProgressive == coding.progressive)
    #expect(facts.image.isLossless == coding.lossless)
    #expect(facts.image.compression == coding.compression)
    #expect(facts.image.chromaSubsampling == PixelSize(width: 2, height: 2))
    #expect(facts.image.isMultiScan == coding.progressive)
  }

  @Test("A first scan with fewer components than the frame means several scans")
  func multiScan() throws {
    let facts = try #require(Sniffing.file(Self.file(inScan: 1)))
    #expect(facts.image.isMultiScan)
    #expect(!facts.image.isProgressive)
  }

  @Test("EXIF turns the picture, before and after JFIF", arguments: 1...8)
  func orientation(_ number: Int) throws {
    for segments in [
      Self.exif(orientation: number) + Self.jfif, Self.jfif + Self.exif(orientation: number),
    ] {
      let facts = try #require(Sniffing.file(Self.file(segments)))
      #expect(Int(facts.orientation.rawValue) == number)
      #expect(
        facts.displaySize
          == (number >= 5
            ? PixelSize(width: 3000, height: 4000) : PixelSize(width: 4000, height: 3000)))
    }
  }

  @Test("An orientation that EXIF does not know counts as upright", arguments: [0, 9, 255])
  func invalidOrientation(_ number: Int) throws {
    let facts = try #require(Sniffing.file(Self.file(Self.exif(orientation: number))))
    #expect(facts.orientation == .up)
  }

  @Test("Every prefix and every chunking gives the same")
  func laws() {
    Sniffing.checkLaws(Self.file(Self.exif(orientation: 6) + Self.jfif))
    Sniffing.checkPrefixes(Self.file(Self.exif(orientation: 6) + Self.jfif))
  }
}
