import MediaTypes
import Testing

@Suite("PixelSize")
struct PixelSizeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let size: (Int, Int)
    let side: Int
    let fitted: (Int, Int)
    var testDescription: String { "\(size) within \(side)" }
  }

  static let cases = [
    Case(size: (4000, 3000), side: 256, fitted: (256, 192)),
    Case(size: (3000, 4000), side: 256, fitted: (192, 256)),
    Case(size: (100, 80), side: 256, fitted: (100, 80)),
    Case(size: (256, 256), side: 256, fitted: (256, 256)),
    Case(size: (1, 10_000), side: 256, fitted: (1, 256)),
    Case(size: (10_000, 1), side: 45, fitted: (45, 1)),
    // Half a pixel rounds up.
    Case(size: (512, 255), side: 256, fitted: (256, 128)),
    Case(size: (1000, 2), side: 250, fitted: (250, 1)),
    Case(size: (Int.max, Int.max), side: 10, fitted: (10, 10)),
  ]

  @Test("A size fits its box in the same shape and is never enlarged", arguments: cases)
  func fits(_ example: Case) {
    let size = PixelSize(width: example.size.0, height: example.size.1)
    let fitted = size.fitted(withinSide: example.side)
    #expect(fitted == PixelSize(width: example.fitted.0, height: example.fitted.1))
  }

  @Test("An area that does not fit is nil, not a trap")
  func area() {
    #expect(PixelSize(width: 3, height: 4).area == 12)
    #expect(PixelSize(width: Int.max, height: 2).area == nil)
    #expect(PixelSize(width: 0, height: 2).area == nil)
    #expect(PixelSize(width: -1, height: -1).area == nil)
  }

  @Test("Shrinking rounds sides up")
  func shrinks() {
    #expect(PixelSize(width: 17, height: 8).shrunk(by: 8) == PixelSize(width: 3, height: 1))
    #expect(PixelSize(width: Int.max, height: 1).shrunk(by: 2).height == 1)
  }
}

@Suite("Orientation")
struct OrientationTests {
  @Test("Mirror and turns give back the orientation", arguments: Orientation.allCases)
  func roundTrip(_ orientation: Orientation) {
    let again = Orientation(
      clockwiseQuarterTurns: orientation.clockwiseQuarterTurns, mirrored: orientation.isMirrored)
    #expect(again == orientation)
  }

  @Test("Turns count modulo four, in both directions")
  func turns() {
    #expect(Orientation(clockwiseQuarterTurns: -1, mirrored: false) == .left)
    #expect(Orientation(clockwiseQuarterTurns: 6, mirrored: false) == .down)
  }

  @Test("Four of the eight exchange the sides")
  func sides() {
    #expect(Orientation.allCases.filter(\.exchangesSides).count == 4)
    let size = PixelSize(width: 3, height: 2)
    #expect(Orientation.right.displaySize(of: size) == PixelSize(width: 2, height: 3))
    #expect(Orientation.down.displaySize(of: size) == size)
  }
}

@Suite("MediaFormat")
struct MediaFormatTests {
  @Test("Names are unique and lead back to their format")
  func names() {
    #expect(MediaFormat.shared.count > 80)
    for format in MediaFormat.shared {
      #expect(MediaFormat.named(format.name) == format)
      #expect(!format.fileExtensions.isEmpty)
      #expect(format.mime.contains("/"))
    }
    #expect(MediaFormat.named("nonsense") == nil)
  }
}
