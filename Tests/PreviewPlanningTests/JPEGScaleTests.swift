import MediaTypes
import PreviewPlanning
import Testing

@Suite("How far JPEG is reduced before the last filter")
struct JPEGScaleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let side: Int
    let wanted: Int
    /// Denominator, box and sharing of chroma; `nil` where the picture is decoded whole.
    let expected: [Int]?
    var testDescription: String { "\(side) to \(wanted)" }
  }

  @Test(
    "Half as much again is left, and as much of chroma as is wanted",
    arguments: [
      Case(side: 700, wanted: 256, expected: nil),
      Case(side: 768, wanted: 256, expected: [2, 1, 1]),
      Case(side: 1536, wanted: 256, expected: [4, 1, 1]),
      Case(side: 3072, wanted: 256, expected: [8, 1, 1]),
      Case(side: 3880, wanted: 256, expected: [8, 1, 1]),
      Case(side: 4032, wanted: 256, expected: [8, 1, 2]),
      Case(side: 6000, wanted: 256, expected: [8, 1, 2]),
      Case(side: 6144, wanted: 256, expected: [8, 2, 1]),
      Case(side: 12_000, wanted: 256, expected: [8, 3, 2]),
      Case(side: 4032, wanted: 1024, expected: [2, 1, 1]),
      Case(side: 0, wanted: 256, expected: nil), Case(side: 4032, wanted: 0, expected: nil),
    ])
  func scales(_ test: Case) {
    let size = PixelSize(width: test.side * 3 / 4, height: test.side)
    let scale = JPEGScale(size: size, wantedSide: test.wanted)
    #expect(scale.map { [$0.denominator, $0.box, $0.chroma] } == test.expected)
  }
}
