import HEIFItems
import MediaTypes
import Testing

struct PictureGeometryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var transforms: [ItemTransform]
    var crop: PixelRect = PictureGeometryTests.whole
    var orientation = Orientation.up
  }

  private static let whole = rect(0, 0, 40, 20)

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, size: PixelSize(width: width, height: height))
  }

  private static func part(
    _ width: Double, _ height: Double, _ offsetX: Double = 0, _ offsetY: Double = 0
  ) -> ItemTransform {
    .crop(CleanAperture(width: width, height: height, offsetX: offsetX, offsetY: offsetY))
  }

  private static let quarter = ItemTransform.turn(counterClockwiseQuarters: 1)

  static let cases: [Case] = [
    Case(testDescription: "nothing", transforms: []),
    Case(
      testDescription: "a quarter counter-clockwise", transforms: [quarter], orientation: .left),
    Case(
      testDescription: "top and bottom exchanged", transforms: [.mirrorTopToBottom],
      orientation: .downMirrored),
    Case(
      testDescription: "left and right exchanged", transforms: [.mirrorLeftToRight],
      orientation: .upMirrored),
    Case(
      testDescription: "a quarter, then left and right exchanged",
      transforms: [quarter, .mirrorLeftToRight], orientation: .rightMirrored),
    Case(
      testDescription: "a quarter, then top and bottom exchanged",
      transforms: [quarter, .mirrorTopToBottom], orientation: .leftMirrored),
    Case(
      testDescription: "left and right exchanged, then a quarter",
      transforms: [.mirrorLeftToRight, quarter], orientation: .leftMirrored),
    Case(testDescription: "the middle", transforms: [part(10, 4)], crop: rect(15, 8, 10, 4)),
    Case(
      testDescription: "the left upper corner", transforms: [part(10, 4, -15, -8)],
      crop: rect(0, 0, 10, 4)),
    Case(
      testDescription: "the left upper corner after a quarter counter-clockwise",
      transforms: [quarter, part(4, 10, -8, -15)], crop: rect(30, 0, 10, 4), orientation: .left),
    Case(
      testDescription: "the left upper corner after a mirror",
      transforms: [.mirrorLeftToRight, part(10, 4, -15, -8)], crop: rect(30, 0, 10, 4),
      orientation: .upMirrored),
    Case(
      testDescription: "the left upper corner after a mirror and a quarter clockwise",
      transforms: [
        .mirrorLeftToRight, .turn(counterClockwiseQuarters: 3), part(4, 10, -8, -15),
      ], crop: rect(30, 16, 10, 4), orientation: .rightMirrored),
    Case(
      testDescription: "a part of a part", transforms: [part(20, 10), part(10, 4, -5, -3)],
      crop: rect(10, 5, 10, 4)),
    Case(
      testDescription: "a part that stands out on the right", transforms: [part(20, 20, 15)],
      crop: rect(25, 0, 15, 20)),
    Case(testDescription: "a part far outside", transforms: [part(10, 4, 1e9, 0)]),
    Case(testDescription: "a part of no size", transforms: [part(0.1, 4)]),
  ]

  @Test("Transforms fold into one part and one turn", arguments: cases)
  func folding(_ testCase: Case) {
    let geometry = PictureGeometry(of: Self.whole.size, after: testCase.transforms)
    #expect(geometry.crop == testCase.crop)
    #expect(geometry.orientation == testCase.orientation)
  }
}
