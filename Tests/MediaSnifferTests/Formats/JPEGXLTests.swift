import MediaTypes
import TestSupport
import Testing

/// How the frame of a JPEG XL picture is divided.
@Suite("JPEG XL", .timeLimit(.minutes(2)))
struct JPEGXLTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// Pixels of a group's side; `nil` where the picture has to be held whole.
    var group: Int?
    var coding: String?
    var smoothing: Int?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "blocks", group: 256, coding: "vardct", smoothing: 1),
    Case(name: "smoothed", group: 256, coding: "vardct", smoothing: 3),
    Case(name: "noise", group: 256, coding: "vardct", smoothing: 4),
    Case(name: "samples", group: 256, coding: "modular", smoothing: 0),
    Case(name: "alpha", group: 256, coding: "modular", smoothing: 0),
    Case(name: "large-groups", group: 512, coding: "modular", smoothing: 0),
    Case(name: "palette"), Case(name: "squeezed"), Case(name: "lossy-alpha"),
  ]

  static func file(_ name: String) throws -> [UInt8] {
    try Fixture.at("divided/\(name).jxl").bytes()
  }

  @Test("It is known which pictures can be decoded group by group", arguments: cases)
  func divided(item: Case) throws {
    let image = try #require(Sniffing.file(Self.file(item.name))?.image)
    #expect(image.tileSize == item.group.map { PixelSize(width: $0, height: $0) })
    #expect(image.compression == item.coding)
    #expect(image.smoothingPasses == item.smoothing)
    if item.coding != nil { #expect(image.isLossless == (item.coding == "modular")) }
  }

  @Test("What ends within its frame's header is not said to be divided", arguments: cases)
  func cut(item: Case) throws {
    let file = try Self.file(item.name)
    for length in 3...7 {
      #expect(Sniffing.file(Array(file[..<length]))?.image.tileSize == nil, "\(length) bytes")
    }
  }

  @Test(
    "No change of a byte makes the reader trap, and chunks make no difference", arguments: cases)
  func damaged(item: Case) throws {
    let file = try Self.file(item.name)
    var random = SplitMix(seed: 11)
    for _ in 0..<60 {
      var bytes = file
      let place = Int.random(in: 2..<min(bytes.count, 400), using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      let facts = Sniffing.file(bytes)
      #expect(Sniffing.stream(bytes, chunk: 100)?.image.tileSize == facts?.image.tileSize)
    }
  }
}
