import ByteSources
import HEIFItems
import MediaTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ItemLocationTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var version: UInt8
    var payload: [UInt8]
    var expected: [UInt8]?
    var isTruncated = false
  }

  private static let zero = big(UInt16(0))
  private static let one = big(UInt16(1))

  /// The file has the twelve bytes `0…11` from byte 8 on.
  static let cases: [Case] = [
    Case(
      testDescription: "version 0 with a base, two stretches", version: 0,
      payload: [0x44, 0x40] + one + one + zero + big(UInt32(8)) + big(UInt16(2))
        + [2, 2, 0, 1].flatMap { big(UInt32($0)) },
      expected: [2, 3, 0]),
    Case(
      testDescription: "version 1 with an extent index of 4 bytes", version: 1,
      payload: [0x44, 0x04] + one + one + zero + zero + one
        + [77, 9, 3].flatMap { big(UInt32($0)) },
      expected: [1, 2, 3]),
    Case(
      testDescription: "version 2 with 8-byte numbers", version: 2,
      payload: [0x88, 0x80] + big(UInt32(1)) + big(UInt32(1)) + zero + zero + big(UInt64(8)) + one
        + big(UInt64(4)) + big(UInt64(2)),
      expected: [4, 5]),
    Case(
      testDescription: "a stretch of another item's bytes", version: 1,
      payload: [0x44, 0x00] + one + one + big(UInt16(2)) + zero + one + big(UInt32(8))
        + big(UInt32(1)),
      expected: nil),
    Case(
      testDescription: "a stretch that begins after the file", version: 0,
      payload: [0x44, 0x00] + one + one + zero + one + big(UInt32(1 << 30)) + big(UInt32(64)),
      expected: [], isTruncated: true),
    Case(
      testDescription: "numbers of 3 bytes", version: 0,
      payload: [0x33, 0x00] + one + one + zero + one + [0, 0, 8, 0, 0, 1],
      expected: nil),
    Case(
      testDescription: "2^32 - 1 items, of which one is there", version: 2,
      payload: [0x44, 0x00] + big(UInt32.max) + big(UInt32(1)) + zero + zero + one + big(UInt32(8))
        + big(UInt32(1)),
      expected: [0]),
    Case(
      testDescription: "65,535 stretches, of which none is there", version: 0,
      payload: [0x44, 0x00] + one + one + zero + big(UInt16.max), expected: nil),
    Case(
      testDescription: "an offset that overflows 64 bits", version: 1,
      payload: [0x88, 0x80] + one + one + zero + zero + big(UInt64.max) + one + big(UInt64.max)
        + big(UInt64(9)),
      expected: []),
    Case(
      testDescription: "version 3", version: 3,
      payload: [0x44, 0x00] + one + one + zero + one + big(UInt32(8)) + big(UInt32(1)),
      expected: nil),
  ]

  @Test("Locations are read in every version, and hostile ones end soon", arguments: cases)
  func locations(_ testCase: Case) throws {
    let source = MemorySource(
      box("free", Array(0..<12))
        + fullBox(
          "meta", fullBox("iinf", Self.one, TreeBuilder.entry(1, "hvc1")),
          fullBox("iloc", version: testCase.version, testCase.payload)))
    let location = (try? HEIFFile(reading: source))?.item(1)?.location
    #expect(try location?.bytes(of: source, byteLimit: 1000) == testCase.expected)
    #expect(location?.isTruncated ?? false == testCase.isTruncated)
  }

  @Test("There are at most 65,536 stretches of bytes", arguments: [65_535, 65_536, 65_537])
  func limit(count: Int) {
    var entries: [UInt8] = []
    var left = count
    var id: UInt16 = 0
    while left > 0 {
      let here = min(left, 65_535)
      id += 1
      entries += big(id) + big(UInt16(0)) + big(UInt16(here))
      for _ in 0..<here { entries += big(UInt32(8)) + big(UInt32(1)) }
      left -= here
    }
    let source = MemorySource(fullBox("meta", fullBox("iloc", [0x44, 0x00], big(id), entries)))
    #expect(((try? HEIFFile(reading: source)) != nil) == (count <= 65_536))
  }
}
