import MediaTypes
import TestSupport
import Testing

/// Coded images that are reduced while they are decoded look like those that are held whole.
@Suite("HEIF in bands", .timeLimit(.minutes(2)))
struct HEIFBandTests {
  @Test(
    "They look the same",
    arguments: [
      "same-picture/colour.heic", "same-picture/colour-10.heic", "same-picture/colour-alpha.heic",
      "same-picture/colour-grid.heic", "same-picture/colour.avif", "same-picture/colour-10.avif",
      "same-picture/colour-444.avif", "same-picture/colour-alpha.avif",
      "same-picture/colour-grid.avif", "screens/tiles.avif",
    ], [2, 4])
  func same(path: String, reduction: Int) throws {
    let file = try Fixture.at(path).bytes()
    let whole = try HEIFDecoding.picture(HEIFDecoding.raster(of: file, side: 8))
    let banded = try HEIFDecoding.picture(
      HEIFDecoding.raster(of: file, side: 8, bandReduction: reduction))
    #expect((banded.width, banded.height) == (whole.width, whole.height))
    let differences = zip(whole.samples, banded.samples).map { abs(Int($0) - Int($1)) }
    // Means of means that do not fall on the same edges; by rows that are missing it would be far
    // more.
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    #expect(mean < 1.5 * Double(reduction))
  }

  @Test("A picture that is made of rows that were given back is refused, not shown without them")
  func copies() throws {
    let file = try Fixture.at("screens/repeated.avif").bytes()
    let whole = try HEIFDecoding.picture(HEIFDecoding.raster(of: file, side: 64))
    #expect(whole.samples.contains { $0 > 100 })
    #expect {
      _ = try HEIFDecoding.raster(of: file, side: 64, bandReduction: 2)
    } throws: { error in
      (error as? ThumbnailError)?.code == .overBudget
    }
  }

  @Test("A picture larger than stated is refused before its tables are made")
  func lies() throws {
    var file = try Fixture.at("screens/tiles.avif").bytes()
    // The width in `ispe`: 128 becomes 16, so that few pixels are announced.
    let place = try #require(
      file.indices.dropLast(16).first { file[$0...].starts(with: Array("ispe".utf8)) })
    file[place + 11] = 16
    #expect {
      _ = try HEIFDecoding.raster(of: file, side: 8, bandReduction: 2)
    } throws: { error in
      (error as? ThumbnailError)?.code == .corrupt
    }
  }
}
