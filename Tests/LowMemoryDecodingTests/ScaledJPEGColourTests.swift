import ByteSources
import LowMemoryDecoding
import MediaTypes
import Testing

@Suite("Colours of scaled JPEG", .timeLimit(.minutes(3)))
struct ScaledJPEGColourTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var segments: [UInt8] = []
    var identifiers: [UInt8] = [1, 2, 3]
    let stored: [Int]
    let colour: JPEGColour
    let expected: [UInt8]
    var testDescription: String { name }
  }

  private static let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])

  private static func adobe(_ transform: UInt8) -> [UInt8] {
    segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  static let cases = [
    Case(name: "grey", identifiers: [1], stored: [90], colour: .grey, expected: [90]),
    Case(
      name: "JFIF", segments: jfif, stored: [81, 90, 240], colour: .yCbCr,
      expected: [238, 14, 14]),
    Case(
      name: "JFIF with the numbers R, G and B", segments: jfif, identifiers: Array("RGB".utf8),
      stored: [81, 90, 240], colour: .yCbCr, expected: [238, 14, 14]),
    Case(
      name: "no segment", stored: [145, 54, 34], colour: .yCbCr, expected: [13, 237, 14]),
    Case(
      name: "the numbers R, G and B", identifiers: Array("RGB".utf8), stored: [81, 90, 240],
      colour: .rgb, expected: [81, 90, 240]),
    Case(
      name: "Adobe transform 0", segments: adobe(0), stored: [81, 90, 240], colour: .rgb,
      expected: [81, 90, 240]),
    Case(
      name: "Adobe transform 1", segments: adobe(1), identifiers: Array("RGB".utf8),
      stored: [81, 90, 240], colour: .yCbCr, expected: [238, 14, 14]),
    Case(
      name: "inks without a segment", identifiers: [1, 2, 3, 4], stored: [10, 20, 30, 40],
      colour: .cmyk, expected: [10, 20, 30, 40]),
    Case(
      name: "Adobe inks", segments: adobe(0), identifiers: [1, 2, 3, 4],
      stored: [10, 20, 30, 40], colour: .cmyk, expected: [245, 235, 225, 215]),
    Case(
      name: "Adobe transform 2", segments: adobe(2), identifiers: [1, 2, 3, 4],
      stored: [81, 90, 240, 40], colour: .ycck, expected: [238, 14, 14, 215]),
  ]

  @Test("Components become the pixels they mean", arguments: cases)
  func colours(_ test: Case) throws {
    let sampling = test.stored.map { _ in PixelSize(width: 1, height: 1) }
    var picture = CoefficientPicture(
      size: PixelSize(width: 20, height: 12), sampling: sampling, identifiers: test.identifiers)
    picture.segments = test.segments
    for (index, value) in test.stored.enumerated() { picture.fill(index, mean: (value - 128) * 8) }
    let file = picture.sequentialFile()
    #expect(try ScaledJPEG(source: MemorySource(file)).colour == test.colour)
    for denominator in [8, 4, 2] {
      let decoded = try DecodedJPEG(file, denominator: denominator)
      #expect(decoded.channels == test.expected.count)
      let pixels = decoded.size.width * decoded.size.height
      for pixel in 0..<pixels {
        let actual = decoded.pixels.dropFirst(pixel * decoded.channels).prefix(decoded.channels)
        #expect(zip(actual, test.expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      }
    }
  }

  /// Every sampling of luma, with chroma that divides it and chroma that does not.
  static let samplings: [[PixelSize]] = (1...4).flatMap { width in
    (1...4).flatMap { height in
      let luma = PixelSize(width: width, height: height)
      let one = PixelSize(width: 1, height: 1)
      return [[luma, one, one], [one, luma, PixelSize(width: height, height: 1)]]
        + [[luma, PixelSize(width: 2, height: 1), PixelSize(width: 1, height: 3)]]
    }
  }

  @Test("An even colour fills every pixel, whatever the sampling", arguments: samplings)
  func sampling(_ sampling: [PixelSize]) throws {
    var picture = CoefficientPicture(size: PixelSize(width: 61, height: 83), sampling: sampling)
    for (index, value) in [81, 90, 240].enumerated() {
      picture.fill(index, mean: (value - 128) * 8)
    }
    let sequential = picture.sequentialFile()
    let planes = picture.sequentialFile([[0], [1], [2]])
    for denominator in [8, 4, 2] {
      for box in [1, 2, 3, 8] {
        let size = picture.size.shrunk(by: denominator).shrunk(by: box)
        for file in [sequential, planes] {
          let decoded = try DecodedJPEG(file, denominator: denominator, boxReduction: box)
          #expect(decoded.size == size)
          #expect(decoded.pixels.count == size.width * size.height * 3)
          let expected: [UInt8] = [238, 14, 14]
          let isEven = decoded.pixels.indices.allSatisfy {
            abs(Int(decoded.pixels[$0]) - Int(expected[$0 % 3])) <= 1
          }
          #expect(isEven, "\(sampling) at 1/\(denominator), box \(box)")
        }
      }
    }
  }

  @Test("A box gives the means of the pixels in it", arguments: [2, 3, 4, 7])
  func boxes(box: Int) throws {
    var generator = SeededGenerator(seed: 17)
    var picture = CoefficientPicture(
      size: PixelSize(width: 203, height: 151), sampling: [PixelSize(width: 1, height: 1)])
    picture.fillAtRandom(&generator)
    let file = picture.sequentialFile()
    let whole = try DecodedJPEG(file)
    let reduced = try DecodedJPEG(file, boxReduction: box)
    #expect(reduced.size == whole.size.shrunk(by: box))
    for y in 0..<reduced.size.height {
      for x in 0..<reduced.size.width {
        var values: [Int] = []
        for row in (y * box)..<min((y + 1) * box, whole.size.height) {
          for column in (x * box)..<min((x + 1) * box, whole.size.width) {
            values.append(Int(whole[column, row][0]))
          }
        }
        let mean = Double(values.reduce(0, +)) / Double(values.count)
        #expect(abs(Double(reduced[x, y][0]) - mean) <= 0.51)
      }
    }
  }
  @Test(
    "Components of lower resolution are averaged over the same area", arguments: [2, 3, 5, 6],
    [
      PixelSize(width: 2, height: 2), PixelSize(width: 3, height: 1),
      PixelSize(width: 1, height: 4),
    ])
  func areas(box: Int, luma: PixelSize) throws {
    var generator = SeededGenerator(seed: 19)
    let one = PixelSize(width: 1, height: 1)
    var picture = CoefficientPicture(
      size: PixelSize(width: 8 * 60, height: 8 * 48), sampling: [luma, one, one],
      identifiers: Array("RGB".utf8))
    var means: [[Int]] = []
    for component in 0..<3 {
      let count = picture.components[component].coefficients.count
      let values = (0..<count).map { _ in Int.random(in: 0...255, using: &generator) }
      for (block, value) in values.enumerated() {
        picture.components[component].coefficients[block][0] = (value - 128) * 8
      }
      means.append(values)
    }
    let decoded = try DecodedJPEG(picture.sequentialFile(), boxReduction: box)
    for y in 0..<decoded.size.height {
      for x in 0..<decoded.size.width {
        for component in 0..<3 {
          let blocks = picture.components[component].blocks
          var sum = 0
          var count = 0
          for row in (y * box)..<min((y + 1) * box, 48) {
            for column in (x * box)..<min((x + 1) * box, 60) {
              let across = component == 0 ? column : column / luma.width
              let down = component == 0 ? row : row / luma.height
              sum += means[component][down * blocks.width + across]
              count += 1
            }
          }
          let mean = Double(sum) / Double(count)
          #expect(abs(Double(decoded[x, y][component]) - mean) <= 0.51)
        }
      }
    }
  }
}
