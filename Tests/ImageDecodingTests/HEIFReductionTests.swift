import MediaTypes
import MemoryBudget
import Pixels
import Testing

// The arithmetic of reduction has no face of its own outside of the room.
@testable import ImageDecoding

@Suite("Reduction of tiles", .timeLimit(.minutes(1)))
struct HEIFReductionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var total: Int
    var outputs: Int
    var tile: Int

    var testDescription: String { "\(total) pixels to \(outputs) by tiles of \(tile)" }
  }

  static let cases: [Case] = [
    Case(total: 4032, outputs: 768, tile: 512), Case(total: 4032, outputs: 1008, tile: 512),
    Case(total: 5712, outputs: 135, tile: 512), Case(total: 16320, outputs: 135, tile: 64),
    Case(total: 640, outputs: 640, tile: 100), Case(total: 100, outputs: 1, tile: 33),
    Case(total: 7, outputs: 5, tile: 2), Case(total: 10, outputs: 25, tile: 3),
  ]

  private static func tiles(_ testCase: Case) -> [Range<Int>] {
    stride(from: 0, to: testCase.total, by: testCase.tile).map {
      $0..<min($0 + testCase.tile, testCase.total)
    }
  }

  private static func axis(_ testCase: Case) -> ReductionAxis {
    ReductionAxis(
      origin: 0, step: Double(testCase.total) / Double(testCase.outputs), count: testCase.outputs)
  }

  @Test("Tiles cover every reduced pixel once, one after the other", arguments: cases)
  func coverage(_ testCase: Case) {
    var covered = [Float](repeating: 0, count: testCase.outputs)
    for tile in Self.tiles(testCase) {
      let spans = Self.axis(testCase).spans(
        start: tile.lowerBound, length: tile.count, shift: 0, sampleCount: tile.count)
      for (output, coverage) in zip(spans.outputs, spans.coverage) {
        #expect(abs(coverage.before - covered[output]) < 1e-3)
        covered[output] += coverage.own
      }
      for index in spans.wholes { #expect(spans.coverage[index] == .whole) }
    }
    #expect(covered.allSatisfy { abs($0 - 1) < 1e-3 })
  }

  @Test("Averages of a slope are the slope at the middles", arguments: cases)
  func slope(_ testCase: Case) {
    let axis = Self.axis(testCase)
    var sums = [Double](repeating: 0, count: testCase.outputs)
    for tile in Self.tiles(testCase) {
      let spans = axis.spans(
        start: tile.lowerBound, length: tile.count, shift: 0, sampleCount: tile.count)
      for (index, output) in spans.outputs.enumerated() {
        let average = Self.average(spans.spans[index]) { Double(tile.lowerBound + $0) + 0.5 }
        sums[output] += average * Double(spans.coverage[index].own)
      }
    }
    // A sample of one value is the slope at its own middle only.
    let tolerance = axis.step >= 1 ? 0.26 : 0.5
    for (output, sum) in sums.enumerated() {
      #expect(abs(sum - (Double(output) + 0.5) * axis.step) <= tolerance)
    }
  }

  private static func average(_ span: AreaSpan, of value: (Int) -> Double) -> Double {
    guard span.first < span.last else { return value(span.first) }
    let inner = ((span.first + 1)..<span.last).reduce(0.0) { $0 + value($1) }
    return Double(span.scale)
      * (value(span.first) * Double(span.firstWeight) + inner
        + value(span.last) * Double(span.lastWeight))
  }

  @Test("Coarser planes are read inside of their samples, also where sizes are odd")
  func coarsePlanes() {
    for length in 1...9 {
      let axis = ReductionAxis(origin: 0, step: Double(length) / 4, count: 4)
      let spans = axis.spans(
        start: 0, length: length, shift: 1, sampleCount: (length + 1) / 2)
      #expect(spans.outputs == 0..<4)
      for span in spans.spans {
        #expect(span.first >= 0 && span.last < (length + 1) / 2 && span.first <= span.last)
      }
    }
  }

  @Test("A part outside of the reduced picture gives nothing to it")
  func outside() {
    let axis = ReductionAxis(origin: 100, step: 2, count: 50)
    #expect(axis.outputs(start: 0, length: 100).isEmpty)
    #expect(axis.outputs(start: 200, length: 10).isEmpty)
    #expect(axis.outputs(start: 0, length: 101) == 0..<1)
    #expect(axis.outputs(start: .max / 2, length: .max / 2).isEmpty)
  }

  @Test("One colour stays one colour, however tiles cut pixels", arguments: cases)
  func evenness(_ testCase: Case) throws {
    let size = PixelSize(width: testCase.outputs, height: 3)
    let rows = [Coverage(before: 0, own: 0.3), Coverage(before: 0.3 as Double, own: 0.7)]
    for lightness: Float in [0, 1, 77.4, 127.5, 200, 254.6, 255] {
      let raster = try Raster.filled(
        size: size, layout: .grey8, budget: MemoryBudget(byteCount: 1 << 20)
      ) { memory in
        let pixels = ReducedPixels(memory, size: size, layout: .grey8)
        let samples = SampleRows(count: testCase.outputs)
        samples.fill(with: lightness)
        for row in rows {
          for tile in Self.tiles(testCase) {
            let columns = Self.axis(testCase).spans(
              start: tile.lowerBound, length: tile.count, shift: 0, sampleCount: tile.count)
            pixels.add(samples, to: 0..<1, row: 1, row, columns: columns)
          }
        }
        return []
      }
      let values = raster.withBytes { [UInt8]($0) }
      let wanted = lightness.rounded()
      #expect(values[..<testCase.outputs].allSatisfy { $0 == 0 })
      #expect(
        values[testCase.outputs..<(2 * testCase.outputs)].allSatisfy {
          abs(Float($0) - wanted) <= 1
        }, "\(lightness)")
    }
  }
}
