import ByteSources
import ImageDecoding
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport
import Testing

@Suite("HEIF and AVIF item by item", .timeLimit(.minutes(2)))
struct HEIFDecoderTests {
  static let samePicture = Fixture.all(in: "same-picture").filter {
    ["image/heic", "image/avif", "image/heif"].contains($0.mime)
  }

  @Test("There are ten files of the same picture")
  func count() { #expect(Self.samePicture.count >= 10) }

  @Test("Each looks like the reference, as it is and reduced", arguments: samePicture, [240, 20])
  func looksLikeReference(_ fixture: Fixture, side: Int) throws {
    let raster = try HEIFDecoding.raster(of: fixture.bytes(), side: side)
    #expect(raster.warnings.isEmpty)
    let picture = try HEIFDecoding.picture(raster)
    let isTransparent = fixture.path.contains("alpha")
    #expect(raster.layout.hasAlpha == isTransparent)
    let name = isTransparent ? "colour-alpha.pam" : "colour.ppm"
    let truth = try Picture(portableMap: Fixture.at("same-picture/\(name)").bytes())
    let whole = try #require(fixture.displaySize)
    // Three times of what is wanted, or the picture as it is.
    #expect(raster.size == (side == 20 ? PixelSize(width: 60, height: 45) : whole))
    let distance = try #require(
      PerceptualDistance(
        between: picture.overWhite(),
        and: truth.overWhite().averaged(by: truth.width / raster.size.width)))
    // At full size the sharp edges between strong colours show that chroma is coarser.
    #expect(distance.isWithin(mean: 3.5, block: side == 20 ? 12 : 20), "\(distance)")
  }

  static let turned = Fixture.all(in: "orientation").filter {
    ["image/heic", "image/avif"].contains($0.mime) && !$0.path.contains("clap")
  }

  @Test("Turns and mirrors are told, and EXIF's are not", arguments: turned)
  func orientation(_ fixture: Fixture) throws {
    let raster = try HEIFDecoding.raster(of: fixture.bytes(), side: 160)
    #expect(raster.orientation == fixture.orientation)
    #expect(raster.size == fixture.size)
    let upright = try HEIFDecoding.picture(raster).turned(by: raster.orientation)
    let truth = try Picture(portableMap: Fixture.at("orientation/upright.ppm").bytes())
    let distance = try #require(PerceptualDistance(between: upright, and: truth))
    #expect(distance.isWithin(mean: 4, block: 25), "\(distance)")
  }

  @Test("There are ten files of turned pictures")
  func turnedCount() { #expect(Self.turned.count >= 10) }

  @Test("A clean aperture is cut out")
  func cleanAperture() throws {
    let raster = try HEIFDecoding.raster(
      of: Fixture.at("orientation/heic-clap.heic").bytes(), side: 160)
    let truth = try Picture(portableMap: Fixture.at("orientation/upright.ppm").bytes())
      .part(x: 24..<144, y: 10..<110)
    let distance = try #require(
      PerceptualDistance(between: HEIFDecoding.picture(raster), and: truth))
    #expect(distance.isWithin(mean: 4, block: 25), "\(distance)")
  }

  @Test("The thumbnail item is decoded where the step says so")
  func thumbnailItem() throws {
    let bytes = try Fixture.at("embedded/thumbnail.heic").bytes()
    let whole = try HEIFDecoding.raster(of: bytes, side: 240)
    let thumbnail = try HEIFDecoding.raster(of: bytes, side: 240, itemID: 2)
    #expect(whole.size == PixelSize(width: 240, height: 180))
    #expect(thumbnail.size.longerSide < 240)
  }

  @Test("A raster beyond the budget is refused with the numbers")
  func budget() throws {
    let bytes = try Fixture.at("same-picture/colour.heic").bytes()
    #expect(throws: ThumbnailError.self) {
      _ = try HEIFDecoding.raster(of: bytes, side: 240, budget: 240 * 180 * 3 - 1).size
    }
    #expect(try HEIFDecoding.raster(of: bytes, side: 240, budget: 240 * 180 * 3).byteCount > 0)
  }

  @Test("A frame beyond what is planned is refused")
  func frameBudget() throws {
    let bytes = try Fixture.at("same-picture/colour.heic").bytes()
    #expect(throws: ThumbnailError.self) {
      _ = try HEIFDecoding.raster(of: bytes, side: 20, plannedBytes: 30_000).size
    }
  }
}
