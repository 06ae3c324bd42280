import ByteSources
import HEIFItems
import MediaTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HEIFPictureTests {
  /// A grid of two columns and one row with 64×64 tiles, opacity, colours and a turn.
  static func gridTree(_ change: (inout TreeBuilder) -> Void = { _ in }) -> TreeBuilder {
    var tree = TreeBuilder()
    let grid: [UInt8] = [0, 0, 0, 1] + big(UInt16(100)) + big(UInt16(60))
    tree.items = [
      .init(id: 1, type: "grid", properties: [4, 6, 7], data: grid),
      .init(id: 2, type: "hvc1", properties: [1, 2, 5]),
      .init(id: 3, type: "hvc1", properties: [1, 2, 5]),
      .init(id: 4, type: "hvc1", properties: [4, 2, 3]),
      .init(id: 5, type: "Exif"),
    ]
    tree.properties = [
      TreeBuilder.size(64, 64), box("hvcC", [9, 9]),
      fullBox("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8), [0]),
      TreeBuilder.size(100, 60),
      box("colr", Array("nclx".utf8), big(UInt16(12)), big(UInt16(13)), big(UInt16(6)), [0x80]),
      box("irot", [1]), box("pasp", big(UInt32(4)), big(UInt32(3))),
    ]
    tree.references = [
      TreeBuilder.reference("dimg", from: 1, to: [2, 3]),
      TreeBuilder.reference("auxl", from: 4, to: [1]),
      TreeBuilder.reference("prem", from: 1, to: [4]),
    ]
    change(&tree)
    return tree
  }

  /// The same with one more item, number 9, as the primary one.
  private static func derived(
    _ type: String, of targets: [UInt16], properties: [UInt8] = [], data: [UInt8] = []
  ) -> TreeBuilder {
    gridTree {
      $0.items.append(.init(id: 9, type: type, properties: properties, data: data))
      $0.references.append(TreeBuilder.reference("dimg", from: 9, to: targets))
      $0.primary = 9
    }
  }

  private static func picture(
    _ tree: TreeBuilder, of id: UInt32? = nil
  ) throws(ThumbnailError) -> HEIFPicture {
    let source = MemorySource(tree.bytes)
    return try HEIFFile(reading: source).picture(of: id, in: source)
  }

  @Test("A grid has its tiles, its colours, its opacity and its turn")
  func grid() throws {
    let picture = try Self.picture(Self.gridTree())
    guard case .grid(let grid, let tiles) = picture.content else {
      Issue.record("not a grid")
      return
    }
    #expect(grid.rows == 1 && grid.columns == 2)
    #expect(grid.size == PixelSize(width: 100, height: 60))
    #expect(tiles.map { $0?.size?.width } == [64, 64])
    #expect(tiles.first??.configuration == [9, 9])
    #expect(picture.transforms == [.turn(counterClockwiseQuarters: 1)])
    #expect(picture.pixelAspect == 4.0 / 3)
    #expect(picture.codePoints?.primaries == 12 && picture.codePoints?.isFullRange == true)
    #expect(picture.alpha?.size == PixelSize(width: 100, height: 60))
    #expect(picture.isPremultiplied)
  }

  @Test("Opacity that every tile has for itself is a grid too")
  func opacityOfTiles() throws {
    let picture = try Self.picture(
      Self.gridTree { tree in
        tree.items.append(.init(id: 6, type: "hvc1", properties: [1, 2, 3]))
        tree.references[1] = TreeBuilder.reference("auxl", from: 4, to: [2])
        tree.references.append(TreeBuilder.reference("auxl", from: 6, to: [3]))
      })
    guard case .grid(_, let tiles) = picture.alpha else {
      Issue.record("no grid of opacity")
      return
    }
    #expect(tiles.map { $0?.size?.width } == [100, 64])
  }

  @Test("An auxiliary picture that is not opacity is left alone")
  func otherAuxiliary() throws {
    let picture = try Self.picture(
      Self.gridTree { $0.properties[2] = fullBox("auxC", Array("urn:depth".utf8), [0]) })
    #expect(picture.alpha == nil)
  }

  @Test("A tile that is missing or no picture leaves a hole; a grid of holes is an error")
  func holes() throws {
    let one = try Self.picture(
      Self.gridTree { $0.references[0] = TreeBuilder.reference("dimg", from: 1, to: [2, 77]) })
    guard case .grid(_, let tiles) = one.content else {
      Issue.record("not a grid")
      return
    }
    #expect(tiles.map { $0 == nil } == [false, true])
    #expect(throws: ThumbnailError.self) {
      try Self.picture(
        Self.gridTree { $0.references[0] = TreeBuilder.reference("dimg", from: 1, to: [77, 5]) })
    }
  }

  @Test("An identity takes over the other's picture and adds its own changes")
  func identity() throws {
    let picture = try Self.picture(Self.derived("iden", of: [1], properties: [6]))
    #expect(picture.content.size == PixelSize(width: 100, height: 60))
    let quarter = ItemTransform.turn(counterClockwiseQuarters: 1)
    #expect(picture.transforms == [quarter, quarter])
  }

  @Test("An overlay has its layers with their offsets")
  func overlay() throws {
    let data: [UInt8] =
      [0, 0] + [1, 2, 3, 4, 320, 200].flatMap { big(UInt16($0)) }
      + [-5, 7, 300, 2].flatMap { big(Int16($0)) }
    let picture = try Self.picture(Self.derived("iovl", of: [1, 2], data: data))
    guard case .overlay(let overlay, let layers) = picture.content else {
      Issue.record("not an overlay")
      return
    }
    #expect(overlay.fill == [1, 2, 3, 4])
    #expect(overlay.size == PixelSize(width: 320, height: 200))
    #expect(overlay.offsets == [.init(x: -5, y: 7), .init(x: 300, y: 2)])
    #expect(layers.map(\.content.size?.width) == [100, 64])
  }

  struct CycleCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var type: String
    var targets: [UInt16]
  }

  static let cycleCases = [
    CycleCase(testDescription: "identity of itself", type: "iden", targets: [9]),
    CycleCase(testDescription: "overlay of itself, twice", type: "iovl", targets: [9, 9]),
    CycleCase(testDescription: "grid of itself", type: "grid", targets: [9]),
    CycleCase(
      testDescription: "overlay of 300 grids", type: "iovl",
      targets: [UInt16](repeating: 1, count: 300)),
    CycleCase(testDescription: "identity of nothing", type: "iden", targets: []),
  ]

  @Test("Pictures made of themselves, or of too many, are refused", arguments: cycleCases)
  func cycles(_ testCase: CycleCase) {
    let fill = [UInt8](repeating: 0, count: testCase.type == "iovl" ? 8 : 2)
    let data: [UInt8] =
      [0, 0] + fill + big(UInt16(320)) + big(UInt16(200))
      + [UInt8](repeating: 0, count: testCase.targets.count * 4)
    #expect(throws: ThumbnailError.self) {
      try Self.picture(Self.derived(testCase.type, of: testCase.targets, data: data))
    }
  }

  @Test(
    "A derived picture's own bytes may be too few, of no size or of another version",
    arguments: [
      [], [0, 0, 0], [0, 0, 255, 255, 0, 0, 0, 9], [0, 1, 0, 0, 0, 0, 0, 9],
      [7, 0, 0, 0, 0, 9, 0, 9],
    ] as [[UInt8]])
  func brokenGrid(_ bytes: [UInt8]) {
    #expect(throws: ThumbnailError.self) { try ImageGrid(bytes) }
  }

  /// A tile of tens of thousands of stretches, and a grid that names it tens of thousands of times.
  static let echo: TreeBuilder = {
    let count: UInt16 = 60_000
    let stretches = (0..<count).flatMap { _ in big(UInt32(8)) + big(UInt32(1)) }
    let location = big(UInt16(9)) + big(UInt16(0)) + big(UInt16(0)) + big(count) + stretches
    var tree = TreeBuilder()
    tree.extra =
      fullBox("iinf", big(UInt16(1)), TreeBuilder.entry(9, "hvc1"))
      + fullBox("iloc", version: 1, [0x44, 0x00], big(UInt16(1)), location)
    tree.items = [
      .init(id: 1, type: "grid", data: [0, 0, 255, 255] + big(UInt16(4096)) + big(UInt16(4096)))
    ]
    tree.references = [
      TreeBuilder.reference("dimg", from: 1, to: Array(repeating: 9, count: Int(UInt16.max)))
    ]
    return tree
  }()

  @Test("A tile that a grid names again and again is looked up once")
  func echoes() throws {
    let source = MemorySource(Self.echo.bytes)
    let picture = try HEIFFile(reading: source).picture(in: source)
    guard case .grid(_, let tiles) = picture.content else {
      Issue.record("no grid")
      return
    }
    #expect(tiles.count == Int(UInt16.max))
    #expect(tiles.allSatisfy { $0?.location.byteCount == 60_000 })
  }

  @Test("A grid has up to 256 rows and columns, of sizes up to 32 bits")
  func largestGrid() throws {
    let grid = try ImageGrid([0, 1, 255, 255] + big(UInt32.max) + big(UInt32(1)))
    #expect(grid.rows == 256 && grid.columns == 256)
    #expect(grid.size == PixelSize(width: 4_294_967_295, height: 1))
  }

  @Test("An item of its own can be asked for, and one that is no picture is refused")
  func otherItems() throws {
    let tile = try Self.picture(Self.gridTree(), of: 3)
    #expect(tile.content.size == PixelSize(width: 64, height: 64))
    #expect(throws: ThumbnailError(.unsupported, "items of type Exif are not decoded")) {
      try Self.picture(Self.gridTree(), of: 5)
    }
    #expect(throws: ThumbnailError(.corrupt, "there is no item 1000")) {
      try Self.picture(Self.gridTree(), of: 1000)
    }
  }
}
