import TestSupport
import Testing

@Suite("Distances of pictures") struct PerceptualDistanceTests {
  private let grey = Picture(
    width: 20, height: 12, filledWith: RGB(red: 100, green: 100, blue: 100))

  @Test("A picture is at no distance from itself")
  func same() throws {
    let distance = try #require(PerceptualDistance(between: grey, and: grey))
    #expect(distance.meanAbsoluteDifference == 0)
    #expect(distance.worstBlockMean == 0)
    #expect(distance.meanDeltaE76 == 0)
    #expect(distance.meanDeltaE2000 == 0)
    #expect(distance.isWithin(mean: 0, block: 0))
  }

  @Test("A broken corner shows in the worst block though the mean forgives it")
  func brokenCorner() throws {
    var samples = grey.samples
    // The last block is 4×4 pixels, at (16, 8).
    for y in 8..<12 { for x in 16..<20 { samples[(y * 20 + x) * 3] = 190 } }
    let broken = Picture(width: 20, height: 12, channels: 3, samples: samples)
    let distance = try #require(PerceptualDistance(between: grey, and: broken))
    #expect(distance.meanAbsoluteDifference == 2)
    #expect(distance.worstBlockMean == 30)
    #expect(distance.worstBlock == (16, 8))
    #expect(!distance.isWithin(mean: 3, block: 12))
    #expect(distance.isWithin(mean: 3, block: 30))
  }

  @Test("A shift of every pixel shows as that colour's distance")
  func shift() throws {
    let other = RGB(red: 103, green: 100, blue: 97)
    let shifted = Picture(width: 20, height: 12, filledWith: other)
    let distance = try #require(PerceptualDistance(between: grey, and: shifted))
    let colours = (Lab(grey.colour(x: 0, y: 0)), Lab(other))
    #expect(distance.meanAbsoluteDifference == 2)
    #expect(abs(distance.meanDeltaE76 - colours.0.deltaE76(to: colours.1)) < 1e-9)
    #expect(abs(distance.meanDeltaE2000 - colours.0.deltaE2000(to: colours.1)) < 1e-9)
  }

  @Test("Pictures of different sizes are not compared")
  func sizes() {
    let narrow = Picture(width: 10, height: 12, filledWith: RGB(red: 0, green: 0, blue: 0))
    #expect(PerceptualDistance(between: grey, and: narrow) == nil)
  }
}
