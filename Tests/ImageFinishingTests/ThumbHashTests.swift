@testable import ImageFinishing
import MediaTypes
import Testing

@Suite("ThumbHash", .timeLimit(.minutes(1)))
struct ThumbHashTests {
  /// A picture of a formula, and its hash by the reference program.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let width: Int
    let height: Int
    let hash: String
    let pixel: @Sendable (_ x: Int, _ y: Int) -> [Int]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a gradient, wide", width: 100, height: 60, hash: "3wcKNJqAh4eAh3eHiIeAgAf4hw=="
    ) { x, y in [x * 255 / 100, y * 255 / 60, 128, 255] },
    Case(
      name: "a slope and a disc, tall", width: 37, height: 100, hash: "WygKGxxzoGd3UmWGaL9U92k="
    ) { x, y in
      (x - 9) * (x - 9) + (y - 30) * (y - 30) < 300
        ? [220, 90, 60, 255] : [x * 5, y * 2, 40 + x + y, 255]
    },
    Case(name: "stripes", width: 64, height: 48, hash: "IOcBDYKOiIiAh4eIiGh4iI6AGPiI") { x, y in
      (x * 3 + y * 5) % 23 < 9 ? [250, 250 - x, 240, 255] : [20, 40 + y, 90, 255]
    },
    Case(
      name: "a disc with alpha", width: 50, height: 41,
      hash: "nLmFJI4nsHimh4p2+JVVLnvQIgeHCKWHBw=="
    ) { x, y in
      (x - 17) * (x - 17) + (y - 22) * (y - 22) < 180
        ? [200 - x, 60 + y, 40, 255] : [0, 255, x * 5, y * 3]
    },
    Case(
      name: "alpha that grows", width: 80, height: 40, hash: "ZAWGG4w3eHiwiHeIsIj4hIB3d4iHiHc="
    ) { x, y in [120, y * 6, 200, x * 3] },
    Case(
      name: "a row with alpha", width: 100, height: 1, hash: "ldmqabTuiIiIiIB7iLCHCHd3iIiAePg="
    ) { x, y in [255 - x * 2, x, x, x % 7 == 0 ? 100 : 255] },
    Case(name: "noise", width: 90, height: 67, hash: "HvgBDYAjUhmEeIhgeFiJddyM/7h+") { x, y in
      [(x * 7919 + y * 104_729) % 251, (x * 31 + y * 17) % 253, x * y * 13 % 241, 255]
    },
  ]

  @Test("It is that of the reference program", arguments: cases)
  func reference(_ example: Case) {
    var pixels: [UInt8] = []
    for y in 0..<example.height {
      for x in 0..<example.width { pixels += example.pixel(x, y).map { UInt8($0 & 255) } }
    }
    let hash = ThumbHash.hash(pixels, width: example.width, height: example.height)
    #expect(
      Placeholder(thumbHash: hash, dominantColour: .white).thumbHashText == example.hash)
  }

  @Test("The dominant colour is that of the largest area, and hidden pixels do not count")
  func dominant() {
    let red: [UInt8] = [201, 60, 40, 255]
    let blue: [UInt8] = [30, 60, 200, 255]
    let hidden: [UInt8] = [0, 255, 0, 0]
    let pixels = (0..<100).flatMap { $0 < 30 ? red : $0 < 50 ? blue : hidden }
    #expect(DominantColour(pixels).colour == RGBColour(red: 201, green: 60, blue: 40))
    #expect(DominantColour([0, 0, 0, 0]).colour == .white)
  }

  @Test("A colour on the border of two boxes is not taken for two")
  func border() {
    let pixels =
      (0..<90).flatMap { index -> [UInt8] in
        index < 25 ? [127, 100, 100, 255] : index < 50 ? [128, 100, 100, 255] : [10, 10, 10, 255]
      } + (0..<35).flatMap { _ -> [UInt8] in [250, 250, 250, 255] }
    let colour = DominantColour(pixels).colour
    #expect(colour == RGBColour(red: 128, green: 100, blue: 100), "\(colour)")
  }
}
