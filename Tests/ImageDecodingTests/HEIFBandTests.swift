import MediaTypes
import TestSupport
import Testing

/// Coded images that are reduced while they are decoded look like those that are held whole.
@Suite("HEIF in bands", .timeLimit(.minutes(2)))
struct HEIFBandTests {
  @Test(
    "They look the same",
    arguments: ["colour.heic", "colour-10.heic", "colour-alpha.heic", "colour-grid.heic"], [2, 4])
  func same(name: String, reduction: Int) throws {
    let file = try Fixture.at("same-picture/\(name)").bytes()
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
}
