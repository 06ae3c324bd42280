import Foundation
import MediaTypes
import TestSupport
import Testing
import Thumbnails

/// A chart of known colours in every way that a file can say what its numbers mean.
@Suite("A chart of patches by every path of colour", .timeLimit(.minutes(3)))
struct PatchChartTests {
  /// A file, and how far from the truth its colours may be.
  struct Case: CustomTestStringConvertible, Sendable {
    let file: String
    /// The largest ΔE2000 of a patch.
    let worst: Double

    init(_ file: String, _ worst: Double) {
      self.file = file
      self.worst = worst
    }

    var testDescription: String { file }
  }

  /// The patches from left to right, as they are drawn.
  static let patches = [
    RGB(red: 201, green: 60, blue: 40), RGB(red: 226, green: 142, blue: 38),
    RGB(red: 240, green: 214, blue: 60), RGB(red: 86, green: 160, blue: 70),
    RGB(red: 52, green: 168, blue: 168), RGB(red: 58, green: 92, blue: 190),
    RGB(red: 136, green: 70, blue: 160), RGB(red: 222, green: 120, blue: 150),
    RGB(red: 122, green: 84, blue: 58), RGB(red: 238, green: 204, blue: 176),
    RGB(red: 32, green: 32, blue: 32), RGB(red: 128, green: 128, blue: 128),
    RGB(red: 224, green: 224, blue: 224),
  ]

  /// Nothing is lost; a lossy coding; few bits; inks, whose gamut is smaller and whose profile is
  /// inverted by interpolation.
  private static let (exact, lossy, coarse, inks) = (0.8, 2.0, 4.0, 5.0)

  static let cases = [
    Case("colour.png", exact), Case("colour-16.png", exact), Case("colour-linear.png", exact),
    Case("colour-interlaced.png", exact), Case("colour.apng", exact),
    Case("colour.ppm", exact), Case("colour-15.ppm", coarse), Case("colour-1023.ppm", exact),
    Case("colour.bmp", exact), Case("colour-1010102.bmp", exact),
    Case("colour-unused-mask.bmp", exact), Case("colour-565.bmp", coarse),
    Case("colour-unused.tga", exact), Case("colour.tga", exact), Case("colour.psd", exact),
    Case("colour.qoi", exact), Case("colour.dds", exact), Case("colour.dpx", exact),
    Case("colour.sgi", exact), Case("colour.pcx", exact), Case("colour.ras", exact),
    Case("colour.tif", exact), Case("colour-16.tif", exact), Case("colour-big-endian.tif", exact),
    Case("colour-lab.tif", exact), Case("colour-lossless.webp", exact),
    Case("colour-lossless.jxl", exact),
    Case("colour.hdr", lossy), Case("colour.pfm", exact), Case("colour.exr", exact),
    Case("colour.jpg", lossy), Case("colour-444.jpg", lossy), Case("colour-progressive.jpg", lossy),
    Case("colour-rgb.jpg", lossy), Case("colour-arithmetic.jpg", lossy),
    Case("colour-p3.jpg", lossy), Case("colour-swapped-primaries.jpg", lossy),
    Case("colour.webp", lossy), Case("colour.heic", lossy), Case("colour-10.heic", lossy),
    Case("colour.avif", lossy), Case("colour-10.avif", lossy), Case("colour-444.avif", lossy),
    Case("colour.jxl", lossy), Case("colour-from-jpeg.jxl", lossy), Case("colour.jp2", lossy),
    Case("colour-cmyk.jpg", inks), Case("colour-ycck.jpg", inks), Case("colour-cmyk.tif", inks),
  ]

  @Test("Every patch is the colour that was drawn", arguments: cases)
  func chart(_ example: Case) async throws {
    let picture = try await thumbnail(of: example.file)
    // The picture is 4 units wide and 3 high; the strip lies between the lower corner marks.
    let unit = Double(picture.width) / 4
    let width = 3.28 / Double(Self.patches.count)
    for (index, patch) in Self.patches.enumerated() {
      let middle = (0.36 + (Double(index) + 0.5) * width) * unit
      let reach = width * unit * 0.2
      let columns = Int(middle - reach)..<max(Int(middle - reach) + 1, Int(middle + reach))
      let rows = Int(2.78 * unit)..<Int(2.88 * unit)
      let mean = picture.meanColour(x: columns, y: rows)
      let distance = Lab(mean).deltaE2000(to: Lab(patch))
      #expect(distance <= example.worst, "patch \(index) is \(mean), not \(patch)")
    }
  }

  private func thumbnail(of file: String) async throws -> Picture {
    var configuration = Thumbnailer.Configuration()
    configuration.allowsUntrustedFormats = true
    let outcome = try await Thumbnailer(configuration).thumbnails(
      of: .file(Fixture.at("same-picture/\(file)").url.path()),
      options: ThumbnailOptions(sizes: [240], format: .png))
    return try Picture(png: try #require(outcome.thumbnails.first).bytes).inColour()
  }
}
