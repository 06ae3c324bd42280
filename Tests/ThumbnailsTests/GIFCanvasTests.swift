import MediaTypes
import TestSupport
import Testing
import Thumbnails

/// Frames that do not cover the canvas of a GIF.
@Suite("First frames of GIF")
struct GIFCanvasTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    /// Left, top, width and height, in pixels; the canvas is 16 × 12.
    let frame: [Int]
    var comment: [UInt8] = []
    /// A place that is shown, and one that is open; `nil` where there is none.
    let shown: (x: Int, y: Int)
    let open: (x: Int, y: Int)?
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "whole", frame: [0, 0, 16, 12], shown: (15, 11), open: nil),
    Case(name: "in the middle", frame: [4, 4, 8, 4], shown: (5, 5), open: (1, 1)),
    Case(
      name: "behind a comment", frame: [0, 0, 16, 6], comment: [3, 65, 66, 67, 0], shown: (8, 2),
      open: (8, 9)),
    Case(name: "beyond the edge", frame: [8, 6, 8, 6], shown: (12, 9), open: (2, 2)),
  ]

  /// A picture of one colour, red, as simply coded as the format allows.
  ///
  /// Source: CompuServe GIF89a Specification § 18 to § 22 and appendix F.
  private static func file(_ example: Case) -> [UInt8] {
    let little = { (number: Int) in [UInt8(number & 255), UInt8(number >> 8)] }
    let frame = example.frame
    // Codes of 3 bits: the table is cleared (4) before it grows, and ended by 5.
    var codes: [Int] = []
    for _ in 0..<(frame[2] * frame[3] / 2) { codes += [4, 1, 1] }
    codes.append(5)
    var bits = codes.flatMap { code in (0..<3).map { code >> $0 & 1 } }
    while bits.count % 8 != 0 { bits.append(0) }
    let data = stride(from: 0, to: bits.count, by: 8).map { start in
      UInt8((0..<8).reduce(0) { $0 | bits[start + $1] << $1 })
    }
    let blocks = stride(from: 0, to: data.count, by: 255).flatMap { start in
      let block = data[start..<min(start + 255, data.count)]
      return [UInt8(block.count)] + block
    }
    var bytes = Array("GIF89a".utf8) + little(16) + little(12) + [0x80, 0, 0]
    bytes += [0, 0, 255, 255, 0, 0]
    if !example.comment.isEmpty { bytes += [0x21, 0xFE] + example.comment }
    bytes += [0x2C] + frame.flatMap(little) + [0, 2] + blocks + [0, 0x3B]
    return bytes
  }

  @Test("What no frame has drawn is open, and the rest as it was drawn", arguments: cases)
  func canvas(_ example: Case) async throws {
    let thumbnailer = Thumbnailer(Thumbnailer.Configuration())
    let outcome = try await thumbnailer.thumbnails(
      of: .bytes(Self.file(example)), options: ThumbnailOptions(sizes: [16]))
    let made = try #require(outcome.thumbnails.first)
    #expect(made.size == PixelSize(width: 16, height: 12))
    #expect(made.format == (example.open == nil ? .jpeg : .png))
    guard let open = example.open else { return }
    let picture = try Picture(png: made.bytes)
    #expect(picture.alpha(x: example.shown.x, y: example.shown.y) == 255)
    #expect(picture.colour(x: example.shown.x, y: example.shown.y).red > 250)
    #expect(picture.alpha(x: open.x, y: open.y) == 0)
  }
}
