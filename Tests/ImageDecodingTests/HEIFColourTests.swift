import MediaTypes
import Testing

// The arithmetic of colour has no face of its own outside of the room.
@testable import ImageDecoding

@Suite("Luma and chroma to red, green and blue")
struct HEIFColourTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var form = LumaChroma.Form.differences
    var bitDepth = 8
    var matrix = 6
    var primaries = 1
    var isFullRange = true
    var samples: [Float]
    /// Of 255, rounded.
    var colour: [Int]
  }

  // Computed by hand from the equations of ITU-T H.273 § 8.3.
  static let cases: [Case] = [
    Case(testDescription: "white", samples: [255, 128, 128], colour: [255, 255, 255]),
    Case(
      testDescription: "white of limited range", isFullRange: false, samples: [235, 128, 128],
      colour: [255, 255, 255]),
    Case(
      testDescription: "black of limited range", isFullRange: false, samples: [16, 128, 128],
      colour: [0, 0, 0]),
    Case(
      testDescription: "above white of limited range", isFullRange: false,
      samples: [250, 128, 128], colour: [255, 255, 255]),
    Case(
      testDescription: "red of BT.601", samples: [76.245, 84.97, 255.5], colour: [255, 0, 0]),
    Case(
      testDescription: "red of BT.709", matrix: 1, samples: [54.213, 98.787, 255.5],
      colour: [255, 0, 0]),
    Case(
      testDescription: "red of BT.2020", matrix: 9, samples: [66.9885, 92.39, 255.5],
      colour: [255, 0, 0]),
    Case(
      testDescription: "blue of BT.709 in 10 bits of limited range", bitDepth: 10, matrix: 1,
      isFullRange: false, samples: [127.2472, 960, 470.9326], colour: [0, 0, 255]),
    Case(
      testDescription: "unspecified is BT.601", matrix: 2, samples: [76.245, 84.97, 255.5],
      colour: [255, 0, 0]),
    Case(
      testDescription: "the matrix of Display P3's primaries", matrix: 12, primaries: 12,
      samples: [58.395, 96.283, 255.5], colour: [255, 0, 0]),
    Case(
      testDescription: "green, blue and red as such", form: .greenBlueRed, matrix: 0,
      samples: [10, 20, 30], colour: [30, 10, 20]),
    Case(
      testDescription: "YCgCo", form: .greenOrange, matrix: 8, samples: [100, 138, 108],
      colour: [70, 110, 110]),
    Case(
      testDescription: "grey of limited range in 12 bits", form: .grey, bitDepth: 12,
      isFullRange: false, samples: [2008, 0, 0], colour: [128]),
  ]

  @Test("Colours come out as the standard says", arguments: cases)
  func colours(_ testCase: Case) {
    let conversion = LumaChroma(
      testCase.form, bitDepth: testCase.bitDepth,
      codePoints: ColourFacts.CodePoints(
        primaries: testCase.primaries, transfer: 13, matrix: testCase.matrix,
        isFullRange: testCase.isFullRange))
    let rows = SampleRows(count: 2)
    for plane in 0..<3 { rows[plane][0] = testCase.samples[plane] }
    conversion.convert(rows, count: 1, highest: 255)
    let colour = testCase.colour.indices.map { Int(rows[$0][0].rounded()) }
    #expect(colour == testCase.colour)
    #expect(rows[0][1] == 0)
  }

  struct CodePointCase: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var primaries: Int
    var transfer: Int
    var isLikeSRGB: Bool
  }

  static let codePointCases = [
    CodePointCase(testDescription: "sRGB", primaries: 1, transfer: 13, isLikeSRGB: true),
    CodePointCase(testDescription: "nothing said", primaries: 2, transfer: 2, isLikeSRGB: true),
    CodePointCase(testDescription: "BT.709", primaries: 1, transfer: 1, isLikeSRGB: true),
    CodePointCase(testDescription: "Display P3", primaries: 12, transfer: 13, isLikeSRGB: false),
    CodePointCase(testDescription: "PQ", primaries: 9, transfer: 16, isLikeSRGB: false),
    CodePointCase(testDescription: "linear", primaries: 1, transfer: 8, isLikeSRGB: false),
  ]

  @Test("Only what looks like sRGB is taken for it", arguments: codePointCases)
  func likeSRGB(_ testCase: CodePointCase) {
    let points = ColourFacts.CodePoints(
      primaries: testCase.primaries, transfer: testCase.transfer, matrix: 6, isFullRange: true)
    #expect(CodePoints.areLikeSRGB(points) == testCase.isLikeSRGB)
  }

  @Test("What the file leaves open, the codec says; its range is the file's")
  func effective() {
    let codec = ColourFacts.CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    let file = ColourFacts.CodePoints(primaries: 2, transfer: 13, matrix: 2, isFullRange: true)
    #expect(CodePoints.effective(nil, orOf: codec) == codec)
    #expect(
      CodePoints.effective(file, orOf: codec)
        == ColourFacts.CodePoints(primaries: 9, transfer: 13, matrix: 9, isFullRange: true))
  }
}
