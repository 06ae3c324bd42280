import ByteSources
import HEIFItems
import MediaTypes
import Testing

struct PictureTrackTests {
  private static func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> [UInt8] {
    [a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30].flatMap { big($0) }
  }

  private static func track(
    handler: String = "pict", matrix: [UInt8] = matrix(1, 0, 0, 1), offset: UInt32 = 8,
    byteCount: UInt32 = 4
  ) -> [UInt8] {
    let entry = box(
      "av01", [UInt8](repeating: 0, count: 24), big(UInt16(320)), big(UInt16(200)),
      [UInt8](repeating: 0, count: 50), box("av1C", [0x81, 0, 0, 0]))
    let table = box(
      "stbl", fullBox("stsd", big(UInt32(1)), entry),
      fullBox("stsz", [0, 2, byteCount, 1].flatMap { big($0) }),
      fullBox("stco", big(UInt32(1)), big(offset)))
    return box(
      "trak", fullBox("tkhd", [UInt8](repeating: 0, count: 36), matrix, big(UInt64(0))),
      box("mdia", fullBox("hdlr", big(UInt32(0)), Array(handler.utf8)), box("minf", table)))
  }

  private static func file(_ tracks: [UInt8]...) -> MemorySource {
    MemorySource(box("mdat", [7, 8, 9, 10]) + box("moov", tracks.flatMap { $0 }))
  }

  @Test("The first picture of a sequence is found without an item tree")
  func firstPicture() throws {
    let source = Self.file(Self.track(handler: "auxv"), Self.track())
    let picture = try HEIFFile(reading: source).picture(in: source)
    let image = try #require(picture.content.sample)
    #expect(image.codec == FourCC("av01"))
    #expect(image.size == PixelSize(width: 320, height: 200))
    #expect(image.configuration == [0x81, 0, 0, 0])
    #expect(try image.location.bytes(of: source, byteLimit: 4) == [7, 8, 9, 10])
  }

  @Test("Every matrix of the eight orientations is understood", arguments: Orientation.allCases)
  func matrices(_ orientation: Orientation) throws {
    // Where a mirror and then quarter turns send the vectors (1, 0) and (0, 1).
    var x: (Int32, Int32) = (orientation.isMirrored ? -1 : 1, 0)
    var y: (Int32, Int32) = (0, 1)
    for _ in 0..<orientation.clockwiseQuarterTurns {
      x = (-x.1, x.0)
      y = (-y.1, y.0)
    }
    let source = Self.file(Self.track(matrix: Self.matrix(x.0, x.1, y.0, y.1)))
    let picture = try HEIFFile(reading: source).picture(in: source)
    let geometry = PictureGeometry(
      of: PixelSize(width: 3, height: 2), after: picture.transforms)
    #expect(geometry.orientation == orientation)
  }

  @Test("Tracks of sound, of opacity and of nothing are no pictures")
  func otherTracks() {
    for track in [
      Self.track(handler: "auxv"), Self.track(handler: "soun"), Self.track(byteCount: 0), [],
    ] {
      #expect(throws: ThumbnailError.self) { try HEIFFile(reading: Self.file(track)) }
    }
  }

  @Test("A picture in which the file ends is cut")
  func cutPicture() throws {
    let source = Self.file(Self.track(byteCount: 1 << 20))
    let picture = try HEIFFile(reading: source).picture(in: source)
    let location = try #require(picture.content.sample).location
    #expect(location.isTruncated)
    #expect(try location.bytes(of: source, byteLimit: 1 << 20).prefix(4) == [7, 8, 9, 10])
  }
}
