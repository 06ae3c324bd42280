import ByteSources
import HEIFItems
import MediaTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HEIFFileTests {
  static func tree(_ change: (inout TreeBuilder) -> Void = { _ in }) -> TreeBuilder {
    var tree = TreeBuilder()
    tree.items = [.init(id: 1, type: "hvc1", properties: [1, 2])]
    tree.properties = [TreeBuilder.size(640, 480), box("hvcC", [1, 2, 3])]
    change(&tree)
    return tree
  }

  @Test("A coded item is found with its properties and its bytes")
  func codedItem() throws {
    let source = MemorySource(Self.tree().bytes)
    let file = try HEIFFile(reading: source)
    let item = try #require(file.primaryItemID.flatMap { file.item($0) })
    #expect(item.type == FourCC("hvc1"))
    #expect(item.size == PixelSize(width: 640, height: 480))
    #expect(item.decoderConfiguration == [1, 2, 3])
    #expect(!file.isDamaged)
    #expect(try item.location?.bytes(of: source, byteLimit: 100) == [1, 2, 3, 4])
    #expect(item.location?.isTruncated == false)
  }

  @Test("An item of more bytes than are allowed is refused")
  func byteLimit() throws {
    let source = MemorySource(Self.tree().bytes)
    let file = try HEIFFile(reading: source)
    let location = try #require(file.item(1)?.location)
    #expect(try location.bytes(of: source, byteLimit: 4).count == 4)
    #expect(throws: ThumbnailError(.overLimit, "an item has 4 bytes, at most 3 are taken")) {
      try location.bytes(of: source, byteLimit: 3)
    }
  }

  @Test("A tree at the end of the file may leave its size open")
  func openSize() throws {
    var bytes = Self.tree().bytes
    let start = Int(bytes[3])
    bytes.replaceSubrange(start..<(start + 4), with: big(UInt32(0)))
    let file = try HEIFFile(reading: MemorySource(bytes))
    #expect(file.item(1)?.size == PixelSize(width: 640, height: 480))
  }

  struct BrokenCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    /// What can be shown all the same.
    var isReadable: Bool
  }

  static let brokenCases: [BrokenCase] = [
    BrokenCase(testDescription: "no bytes", bytes: [], isReadable: false),
    BrokenCase(
      testDescription: "a box whose 64-bit size is missing",
      bytes: big(UInt32(1)) + Array("meta".utf8), isReadable: false),
    BrokenCase(
      testDescription: "a box of 7 bytes",
      bytes: big(UInt32(7)) + Array("free".utf8) + tree().bytes, isReadable: false),
    BrokenCase(
      testDescription: "a 64-bit box of 15 bytes",
      bytes: big(UInt32(1)) + Array("free".utf8) + big(UInt64(15)) + tree().bytes,
      isReadable: false),
    BrokenCase(
      testDescription: "a box of 2^64 - 1 bytes before the tree",
      bytes: big(UInt32(1)) + Array("free".utf8) + big(UInt64.max) + tree().bytes,
      isReadable: false),
    BrokenCase(
      testDescription: "a box of 3 bytes after the tree",
      bytes: tree().bytes + big(UInt32(3)) + Array("free".utf8) + [0], isReadable: true),
    BrokenCase(
      testDescription: "a box in the tree, before all others, that ends after it",
      bytes: tree { $0.extra = big(UInt32(1 << 30)) + Array("free".utf8) }.bytes,
      isReadable: false),
    BrokenCase(
      testDescription: "a property that ends after its container",
      bytes: tree { $0.properties.append(big(UInt32(999)) + Array("free".utf8)) }.bytes,
      isReadable: true),
    BrokenCase(
      testDescription: "a reference to more items than it has",
      bytes: tree { $0.references = [box("dimg", big(UInt16(1)), big(UInt16.max))] }.bytes,
      isReadable: true),
  ]

  @Test("What breaks the rules is refused, or passed over where it can be", arguments: brokenCases)
  func broken(_ testCase: BrokenCase) {
    let source = MemorySource(testCase.bytes)
    let picture = try? HEIFFile(reading: source).picture(in: source)
    #expect((picture != nil) == testCase.isReadable)
  }

  @Test("A tree beyond all reason is refused before it is read")
  func largeTree() {
    let tree = fullBox("meta", fullBox("iref", [UInt8](repeating: 0, count: 5 << 20)))
    #expect(throws: ThumbnailError(.overLimit, "the item tree has more than 4194304 bytes")) {
      try HEIFFile(reading: MemorySource(tree))
    }
  }

  @Test("Every prefix and every changed byte of a file is read without a trap")
  func mutations() throws {
    let bytes = HEIFPictureTests.gridTree().bytes
    for count in 0..<bytes.count {
      let source = MemorySource(Array(bytes.prefix(count)))
      _ = try? HEIFFile(reading: source).picture(in: source)
    }
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[index] = value
        let source = MemorySource(changed)
        guard let picture = try? HEIFFile(reading: source).picture(in: source) else { continue }
        let size = picture.content.size ?? PixelSize(width: 1, height: 1)
        let shown = PictureGeometry(of: size, after: picture.transforms).crop
        #expect(shown.x >= 0 && shown.x + shown.size.width <= size.width)
        #expect(shown.y >= 0 && shown.y + shown.size.height <= size.height)
      }
    }
    #expect(bytes.count > 300)
  }
}
