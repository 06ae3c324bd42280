import ByteSources
import HEIFItems
import MediaTypes
import Pixels
import Synchronization
import TestSupport
import Testing

@Suite("One coded image in tens of thousands of places", .timeLimit(.minutes(5)))
struct HEIFRepetitionTests {
  /// Counts what is read of some bytes.
  private final class CountingSource: ByteSource {
    private let source: MemorySource
    private let count = Atomic<Int>(0)

    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }

    var byteCount: UInt64 { source.byteCount }
    var readCount: Int { count.load(ordering: .relaxed) }

    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(ThumbnailError) -> Int {
      let read = try source.read(into: buffer, at: offset)
      count.add(read, ordering: .relaxed)
      return read
    }
  }

  /// A grid of 256 × 256 places, all of them the same tile, which has some filler besides.
  private static func file() throws -> [UInt8] {
    let fixture = MemorySource(try Fixture.at("same-picture/colour.heic").bytes())
    let tree = try HEIFFile(reading: fixture)
    let item = try #require(tree.primaryItemID.flatMap { tree.item($0) })
    let size = try #require(item.size)
    let configuration = try #require(item.decoderConfiguration)
    // ITU-T H.265 § 7.3.2.9: a unit of type 38 says nothing.
    let filler = [0x4C, 0x01] + [UInt8](repeating: 0xFF, count: 400_000) + [0x80]
    let coded = try #require(item.location).bytes(of: fixture, byteLimit: 1 << 20)
    let tile = big(UInt32(filler.count)) + filler + coded
    let grid = [0, 1, 255, 255] + big(UInt32(size.width * 256)) + big(UInt32(size.height * 256))
    func place(_ id: UInt16, _ start: Int, _ count: Int) -> [UInt8] {
      big(id) + big(UInt16(1)) + big(UInt16(0)) + big(UInt16(1)) + big(UInt32(start))
        + big(UInt32(count))
    }
    func entry(_ id: UInt16, _ type: String) -> [UInt8] {
      box("infe", big(UInt32(2 << 24)) + big(id) + [0, 0] + Array(type.utf8) + [0])
    }
    let extent = box("ispe", [0, 0, 0, 0] + big(UInt32(size.width)) + big(UInt32(size.height)))
    let parts = [
      box("pitm", [0, 0, 0, 0, 0, 1]),
      box("iinf", [0, 0, 0, 0, 0, 2] + entry(1, "grid") + entry(2, "hvc1")),
      box(
        "iloc",
        [1, 0, 0, 0, 0x44, 0, 0, 2] + place(1, 0, grid.count) + place(2, grid.count, tile.count)),
      box(
        "iref",
        [0, 0, 0, 0]
          + box("dimg", [0, 1, 0xFF, 0xFF] + (0..<0xFFFF).flatMap { _ in [UInt8(0), 2] })),
      box(
        "iprp",
        box("ipco", extent + box("hvcC", configuration))
          + box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 2, 1, 2])),
      box("idat", grid + tile),
    ]
    return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
      + box("meta", [0, 0, 0, 0] + parts.flatMap { $0 })
  }

  private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { [UInt8]($0) }
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(UInt32(content.count + 8)) + Array(type.utf8) + content
  }

  @Test("It is decoded some tens of times, and what is left is told as damaged")
  func repetition() throws {
    let source = CountingSource(try Self.file())
    let raster = try HEIFDecoding.raster(of: source, side: 64)
    #expect(raster.warnings.contains { $0.code == .damaged })
    #expect(source.readCount > 1 << 20)
    #expect(source.readCount < 32 << 20)
  }
}
