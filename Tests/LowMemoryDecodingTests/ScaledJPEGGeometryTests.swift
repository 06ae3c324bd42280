import LowMemoryDecoding
import MediaTypes
import Testing

@Suite("Geometry of scaled JPEG", .timeLimit(.minutes(3)))
struct ScaledJPEGGeometryTests {
  private static let one = PixelSize(width: 1, height: 1)
  private static let quarter = [PixelSize(width: 2, height: 2), one, one]
  private static let full = [one, one, one]

  private func geometry(
    _ width: Int, _ height: Int, _ sampling: [PixelSize] = Self.quarter, isProgressive: Bool,
    isMultiScan: Bool = false, denominator: Int = 8, box: Int = 1,
    chroma: Int = 1
  ) -> ScaledJPEGGeometry? {
    ScaledJPEGGeometry(
      size: PixelSize(width: width, height: height), sampling: sampling,
      isProgressive: isProgressive, isMultiScan: isMultiScan, denominator: denominator,
      boxReduction: box, chromaReduction: chroma)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let size: PixelSize
    let denominator: Int
    let box: Int
    let expected: PixelSize
    var testDescription: String { "\(size) at 1/\(denominator), box \(box)" }
    init(_ width: Int, _ height: Int, _ denominator: Int, _ box: Int, _ to: (Int, Int)) {
      size = PixelSize(width: width, height: height)
      self.denominator = denominator
      self.box = box
      expected = PixelSize(width: to.0, height: to.1)
    }
  }

  @Test(
    "Each side is rounded up",
    arguments: [
      Case(1, 1, 8, 1, (1, 1)), Case(1, 1, 2, 64, (1, 1)), Case(4000, 3000, 8, 1, (500, 375)),
      Case(4001, 3007, 8, 1, (501, 376)), Case(4001, 3007, 2, 1, (2001, 1504)),
      Case(12000, 9000, 8, 2, (750, 563)), Case(65535, 65535, 8, 3, (2731, 2731)),
    ])
  func sizes(_ test: Case) throws {
    for isProgressive in [false, true] {
      let planned = try #require(
        geometry(
          test.size.width, test.size.height, isProgressive: isProgressive,
          denominator: test.denominator, box: test.box))
      #expect(planned.outputSize == test.expected)
      #expect(planned.outputByteCount == test.expected.width * test.expected.height * 3)
    }
  }

  @Test("What the format cannot express has no geometry")
  func outOfRange() {
    #expect(geometry(0, 10, isProgressive: false) == nil)
    #expect(geometry(10, -1, isProgressive: false) == nil)
    #expect(geometry(65536, 10, isProgressive: false) == nil)
    #expect(geometry(.max, .max, isProgressive: false) == nil)
    #expect(geometry(10, 10, [], isProgressive: false) == nil)
    #expect(geometry(10, 10, [Self.one, Self.one], isProgressive: false) == nil)
    #expect(geometry(10, 10, [PixelSize(width: 0, height: 1)], isProgressive: false) == nil)
    #expect(geometry(10, 10, [PixelSize(width: 5, height: 1)], isProgressive: false) == nil)
    #expect(geometry(10, 10, isProgressive: false, denominator: 1) == nil)
    #expect(geometry(10, 10, isProgressive: false, denominator: 16) == nil)
    #expect(geometry(10, 10, isProgressive: false, box: 0) == nil)
    #expect(geometry(10, 10, isProgressive: false, box: 65) == nil)
    #expect(geometry(10, 10, isProgressive: false, chroma: 0) == nil)
    #expect(geometry(10, 10, isProgressive: false, chroma: 3) == nil)
  }

  @Test("The largest pictures have a bound")
  func largest() throws {
    let four = Array(repeating: PixelSize(width: 4, height: 4), count: 4)
    let largest = try #require(
      geometry(65535, 65535, four, isProgressive: true, denominator: 2))
    // 16 coefficients of 2 bytes and 8 bytes of bits for each of 8192² blocks of 4 components.
    #expect(largest.workingByteCount > 8192 * 8192 * 4 * 40)
  }

  @Test("Shared chroma takes less, and gives a picture of the same size")
  func sharedChroma() throws {
    let own = try #require(geometry(4000, 3000, isProgressive: true))
    let shared = try #require(geometry(4000, 3000, isProgressive: true, chroma: 2))
    #expect(shared.outputSize == own.outputSize)
    // Of both components of chroma: 4 coefficients of 2 bytes and 8 bytes of bits become 2 bytes.
    let blocks = 2 * 250 * 188
    #expect(own.workingByteCount - shared.workingByteCount >= blocks * (4 * 2 + 8 - 2))
    let full = try #require(geometry(4000, 3000, Self.full, isProgressive: true))
    let fullShared = try #require(geometry(4000, 3000, Self.full, isProgressive: true, chroma: 2))
    #expect(full.workingByteCount == fullShared.workingByteCount)
  }

  @Test("A sequential file in one scan takes memory by its width alone")
  func streamed() throws {
    let low = try #require(geometry(26000, 100, isProgressive: false))
    let high = try #require(geometry(26000, 20000, isProgressive: false))
    #expect(low.workingByteCount == high.workingByteCount)
    #expect(high.workingByteCount < 1 << 20)
    let planes = try #require(geometry(26000, 20000, isProgressive: false, isMultiScan: true))
    #expect(planes.workingByteCount > high.workingByteCount * 10)
  }

  @Test("Pictures that no library decodes in 120 MB fit")
  func bounds() throws {
    let phone = try #require(geometry(16320, 12240, isProgressive: true))
    #expect(phone.workingByteCount + phone.outputByteCount < 42 << 20)
    let camera = try #require(geometry(12000, 9000, Self.full, isProgressive: true))
    #expect(camera.workingByteCount + camera.outputByteCount < 16 << 20)
    let reduced = try #require(geometry(16320, 12240, isProgressive: true, box: 2))
    // Chroma needs no more than its means then.
    #expect(reduced.workingByteCount < 10 << 20)
  }

  @Test("The bound is kept to the byte")
  func maximum() throws {
    var picture = CoefficientPicture(
      size: PixelSize(width: 40, height: 40), sampling: Self.quarter)
    picture.fill(0, mean: 100)
    let file = picture.sequentialFile()
    let bound = try #require(geometry(40, 40, isProgressive: false)).workingByteCount
    #expect(try DecodedJPEG(file).warnings.isEmpty)
    #expect(try DecodedJPEG(file, maximumByteCount: bound).warnings.isEmpty)
    #expect {
      _ = try DecodedJPEG(file, maximumByteCount: bound - 1)
    } throws: {
      ($0 as? ThumbnailError)?.code == .overBudget
    }
  }
}
