import ImageFinishing
import MediaTypes
import MemoryBudget
import Pixels
import TestSupport
import Testing

/// Pictures of which boxes were averaged that do not divide them keep their places.
@Suite("Partial edges", .timeLimit(.minutes(1)))
struct PartialEdgesTests {
  /// A picture that grows brighter to the right in red, and downwards in green.
  private static let whole = PixelSize(width: 625, height: 365)
  private static let box = 32
  private static let brightest = 250.0

  /// The mean of a slope over a stretch of a side.
  private static func slope(from: Double, to: Double, of side: Int) -> Double {
    brightest * (from + min(to, Double(side))) / 2 / Double(side)
  }

  private static func thumbnail(_ orientation: Orientation) throws -> Picture {
    let size = PixelSize(
      width: (whole.width + box - 1) / box, height: (whole.height + box - 1) / box)
    var raster = try Raster.filled(
      size: size, layout: .rgb8, orientation: orientation, budget: MemoryBudget(byteCount: 1 << 20)
    ) { buffer in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = (y * size.width + x) * 3
          let red = slope(from: Double(x * box), to: Double((x + 1) * box), of: whole.width)
          let green = slope(from: Double(y * box), to: Double((y + 1) * box), of: whole.height)
          buffer[place] = UInt8(red.rounded())
          buffer[place + 1] = UInt8(green.rounded())
        }
      }
      return []
    }
    raster.wholeSize = whole
    raster.extent = RasterExtent(of: whole, boxesAcross: box, down: box)
    let options = ThumbnailOptions(sizes: [13], format: .png)
    let made = try Finisher.thumbnails(from: raster, options: options).thumbnails
    return try Picture(png: #require(made.first).bytes)
  }

  @Test("A slope stays the slope of the whole picture, however it is turned")
  func slopes() throws {
    let upright = try Self.thumbnail(.up)
    #expect((upright.width, upright.height) == (13, 8))
    for y in 1..<7 {
      for x in 1..<12 {
        let red = Self.brightest * (Double(x) + 0.5) / 13
        let green = Self.brightest * (Double(y) + 0.5) / 8
        let colour = upright.colour(x: x, y: y)
        #expect(abs(Double(colour.red) - red) < 2, "at \(x), \(y)")
        #expect(abs(Double(colour.green) - green) < 2, "at \(x), \(y)")
      }
    }
    for orientation in Orientation.allCases {
      let turned = try Self.thumbnail(orientation)
      for y in 1..<7 {
        for x in 1..<12 {
          let place = Self.place(of: (x, y), in: upright, orientation)
          let colour = turned.colour(x: place.0, y: place.1)
          let stored = upright.colour(x: x, y: y)
          #expect(abs(Int(colour.red) - Int(stored.red)) <= 1, "\(orientation) at \(x), \(y)")
          #expect(abs(Int(colour.green) - Int(stored.green)) <= 1, "\(orientation) at \(x), \(y)")
        }
      }
    }
  }

  /// Where a stored pixel is shown.
  ///
  /// Source: EXIF 2.32 § 4.6.4 A.
  private static func place(
    of stored: (x: Int, y: Int), in picture: Picture, _ orientation: Orientation
  ) -> (Int, Int) {
    let (right, bottom) = (picture.width - 1 - stored.x, picture.height - 1 - stored.y)
    return switch orientation {
    case .up: (stored.x, stored.y)
    case .upMirrored: (right, stored.y)
    case .down: (right, bottom)
    case .downMirrored: (stored.x, bottom)
    case .leftMirrored: (stored.y, stored.x)
    case .right: (bottom, stored.x)
    case .rightMirrored: (bottom, right)
    case .left: (stored.y, right)
    }
  }
}
