import ByteSources
import MediaReading
import MediaTypes
import Testing

@Suite("The reader", .timeLimit(.minutes(5)))
struct MediaReaderTests {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54]
    + [UInt8](repeating: 0, count: 8)

  @Test("A source gives its facts and the count of bytes read")
  func source() throws {
    let facts = try MediaReader.facts(of: MemorySource(Self.png))
    #expect(facts.format == .png)
    #expect(facts.size == PixelSize(width: 3, height: 2))
    #expect(facts.bytesRead == UInt64(Self.png.count))
    #expect(facts.byteCount == UInt64(Self.png.count))
  }

  @Test("A stream gives its facts and is asked for no more than needed")
  func stream() throws {
    var chunks = Self.png.map { [$0] } + [[UInt8]](repeating: [1], count: 1000)
    chunks.reverse()
    let facts = try MediaReader.facts(ofStream: "png") { chunks.popLast() }
    #expect(facts.format == .png)
    #expect(facts.size == PixelSize(width: 3, height: 2))
    #expect(chunks.count >= 1000)
  }

  @Test("Nothing is an error of its own")
  func empty() {
    #expect(throws: ThumbnailError.self) { try MediaReader.facts(of: MemorySource([])) }
    #expect(throws: ThumbnailError.self) { try MediaReader.facts(ofStream: nil) { nil } }
  }

  @Test("Bytes that fit nothing are data")
  func unknown() throws {
    let facts = try MediaReader.facts(of: MemorySource([0xFE, 0xED, 0x01, 0x02]))
    #expect(facts.mime == "application/octet-stream")
    #expect(facts.kind == .other)
  }
}
