import MediaTypes
import TestSupport
import Testing

@testable import FFmpeg

@Suite("Reducing with alpha")
struct AlphaReductionTests {
  /// A 4×4 picture whose left columns are transparent black and whose right ones are red.
  static func halfRed() throws -> ScaledPicture {
    let picture = try ScaledPicture(size: PixelSize(width: 4, height: 4), output: .rgba8)
    for y in 0..<4 {
      for x in 1..<4 { picture.setPixel(x: x, y: y, to: SIMD4(200, 20, 10, 255)) }
    }
    return picture
  }

  @Test("What cannot be seen does not darken what can")
  func noSeams() throws {
    let whole = try Self.halfRed()
    let small = Picture(
      try AlphaReduction.reduce(
        whole.view, to: PixelSize(width: 2, height: 1),
        colour: Scaler.Colour(matrix: 0, isFullRange: true)))
    #expect(small.colour(x: 0, y: 0) == RGB(red: 200, green: 20, blue: 10))
    #expect(small.alpha(x: 0, y: 0) == 128)
    #expect(small.alpha(x: 1, y: 0) == 255)
  }

  @Test("Areas that cut pixels weigh their parts")
  func fractions() throws {
    let whole = try Self.halfRed()
    let small = Picture(
      try AlphaReduction.reduce(
        whole.view, to: PixelSize(width: 3, height: 3),
        colour: Scaler.Colour(matrix: 0, isFullRange: true)))
    // The first area holds one transparent pixel and a third of a red one.
    #expect((0..<3).map { small.alpha(x: $0, y: 1) } == [64, 255, 255])
  }

  @Test("A reduction of any shape keeps an opaque colour", arguments: [1, 2, 3])
  func flat(side: Int) throws {
    let picture = try ScaledPicture(size: PixelSize(width: 7, height: 40), output: .rgba8)
    for y in 0..<40 { for x in 0..<7 { picture.setPixel(x: x, y: y, to: SIMD4(9, 99, 199, 255)) } }
    let small = Picture(
      try AlphaReduction.reduce(
        picture.view, to: PixelSize(width: side, height: side + 4),
        colour: Scaler.Colour(matrix: 0, isFullRange: true)))
    for y in 0..<small.height {
      for x in 0..<small.width {
        #expect(small.colour(x: x, y: y) == RGB(red: 9, green: 99, blue: 199))
        #expect(small.alpha(x: x, y: y) == 255)
      }
    }
  }
}
