import ByteSources
import HEIFItems
import MediaTypes
import Pixels
import TestSupport
import Testing

@Suite("Damaged HEIF and AVIF", .timeLimit(.minutes(5)))
struct HEIFDamageTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.at("same-picture/\(name)").bytes()
  }

  /// Where in a file the content of a box begins, counted from the `index`th box of that type.
  private static func place(of type: String, _ index: Int = 0, in bytes: [UInt8]) throws -> Int {
    let name = Array(type.utf8)
    let places = bytes.indices.dropLast(4).filter { Array(bytes[$0..<($0 + 4)]) == name }
    return try #require(places.dropFirst(index).first) + 4
  }

  @Test("A grid whose end is missing shows the tiles that are there, and grey")
  func truncatedGrid() throws {
    var bytes = try Self.bytes("colour-grid.heic")
    bytes.removeLast(bytes.count / 4)
    let raster = try HEIFDecoding.raster(of: bytes, side: 240)
    #expect(raster.warnings.map(\.code) == [.truncated])
    let picture = try HEIFDecoding.picture(raster)
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let corner = { (picture: Picture) in picture.part(x: 0..<48, y: 0..<48) }
    let distance = try #require(
      PerceptualDistance(between: corner(picture), and: corner(truth)))
    #expect(distance.isWithin(mean: 3.5, block: 20), "\(distance)")
    let end = picture.meanColour(x: 232..<240, y: 172..<180)
    #expect(end == RGB(red: 128, green: 128, blue: 128))
  }

  @Test("A tile that cannot be decoded is grey, the others are as they were")
  func damagedTile() throws {
    let whole = try Self.bytes("colour-grid.avif")
    var bytes = whole
    let source = MemorySource(whole)
    let tile = try #require(HEIFFile(reading: source).picture(in: source).content.sample)
    for index in try #require(tile.location.stretches.first) { bytes[Int(index)] ^= 0x55 }
    let raster = try HEIFDecoding.raster(of: bytes, side: 240)
    #expect(raster.warnings.map(\.code) == [.damaged])
    let picture = try HEIFDecoding.picture(raster)
    let sound = try HEIFDecoding.picture(HEIFDecoding.raster(of: whole, side: 240))
    #expect(picture.colour(x: 1, y: 1) == RGB(red: 128, green: 128, blue: 128))
    let end = { (picture: Picture) in picture.part(x: 200..<240, y: 150..<180) }
    #expect(end(picture) == end(sound))
  }

  @Test("A picture far larger than the file says is refused at once", arguments: ["heic", "avif"])
  func understatedSize(_ kind: String) throws {
    var bytes = try Self.bytes("colour.\(kind)")
    let size = try Self.place(of: "ispe", in: bytes) + 4
    // One pixel: the decoder is granted what blocks may add, and no more.
    bytes.replaceSubrange(size..<(size + 8), with: [0, 0, 0, 1, 0, 0, 0, 1])
    let large = bytes
    let error = #expect(throws: ThumbnailError.self) {
      _ = try HEIFDecoding.raster(of: large, side: 240).size
    }
    #expect(error?.code == .corrupt, "\(error?.message ?? "")")
  }

  @Test("A picture of another size than the file says is shown as it is, with a warning")
  func otherSize() throws {
    var bytes = try Self.bytes("colour.heic")
    let size = try Self.place(of: "ispe", in: bytes) + 4
    bytes[size + 3] = 200
    let raster = try HEIFDecoding.raster(of: bytes, side: 240)
    #expect(raster.size == PixelSize(width: 240, height: 180))
    #expect(raster.warnings.map(\.code) == [.oddHeader])
  }

  @Test("A file without any picture's bytes is corrupt", arguments: ["heic", "avif"])
  func noData(_ kind: String) throws {
    var bytes = try Self.bytes("colour.\(kind)")
    let data = try Self.place(of: "mdat", in: bytes)
    bytes.removeLast(bytes.count - data)
    let cut = bytes
    let error = #expect(throws: ThumbnailError.self) {
      _ = try HEIFDecoding.raster(of: cut, side: 240).size
    }
    #expect(error?.code == .corrupt)
  }

  @Test(
    "No prefix and no changed byte traps",
    arguments: ["colour-grid.heic", "colour-alpha.avif", "colour-sequence.avif"])
  func mutations(_ name: String) throws {
    let bytes = try Self.bytes(name)
    var shown = 0
    for step in 0..<120 {
      let prefix = Array(bytes.prefix(bytes.count * step / 120))
      shown += (try? HEIFDecoding.raster(of: prefix, side: 20).byteCount) == nil ? 0 : 1
      var changed = bytes
      var state = UInt64(step) &* 0x9E37_79B9_7F4A_7C15 | 1
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Most of what matters is in the first kilobyte.
        let place = Int(state >> 33) % min(changed.count, step % 2 == 0 ? 1024 : .max)
        changed[place] = UInt8(truncatingIfNeeded: state >> 24)
      }
      shown += (try? HEIFDecoding.raster(of: changed, side: 20).byteCount) == nil ? 0 : 1
    }
    #expect(shown > 0)
  }
}
