import FFmpeg
import MediaTypes
import Testing

@Suite("Display matrices")
struct DisplayMatrixTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// The map (x, y) → (a·x + c·y, b·x + d·y) as a, b, c, d.
    let matrix: [Double]
    let orientation: Orientation?

    var testDescription: String { "\(matrix)" }
  }

  static let cases: [Case] = [
    Case(matrix: [1, 0, 0, 1], orientation: .up),
    Case(matrix: [-1, 0, 0, 1], orientation: .upMirrored),
    Case(matrix: [-1, 0, 0, -1], orientation: .down),
    Case(matrix: [1, 0, 0, -1], orientation: .downMirrored),
    Case(matrix: [0, 1, 1, 0], orientation: .leftMirrored),
    Case(matrix: [0, 1, -1, 0], orientation: .right),
    Case(matrix: [0, -1, -1, 0], orientation: .rightMirrored),
    Case(matrix: [0, -1, 1, 0], orientation: .left),
    // Scaled, slightly turned, and useless ones.
    Case(matrix: [0, 2, -2, 0], orientation: .right),
    Case(matrix: [0.9, 0.1, -0.1, 0.9], orientation: .up),
    Case(matrix: [0, 0, 0, 0], orientation: nil),
    Case(matrix: [1, 1, 1, 1], orientation: nil),
  ]

  @Test("Each of the eight is told from its numbers", arguments: cases)
  func orientation(_ item: Case) {
    let found = Orientation(
      a: item.matrix[0], b: item.matrix[1], c: item.matrix[2], d: item.matrix[3])
    #expect(found == item.orientation)
  }

  /// EXIF's own words for the eight, as where the first row and the first column of the stored
  /// picture are shown; the matrix must send them there.
  @Test("Turning by the orientation does what the matrix does", arguments: cases)
  func corners(_ item: Case) {
    guard let orientation = item.orientation else { return }
    // A unit square from −1 to 1: the stored corner left above, and its neighbour to the right.
    let (a, b, c, d) = (item.matrix[0], item.matrix[1], item.matrix[2], item.matrix[3])
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0)] {
      let mapped = (a * x + c * y, b * x + d * y)
      var turned = (orientation.isMirrored ? -x : x, y)
      for _ in 0..<orientation.clockwiseQuarterTurns { turned = (-turned.1, turned.0) }
      #expect(mapped.0 * turned.0 > 0)
      #expect(mapped.1 * turned.1 > 0)
    }
  }
}
