import Foundation
import MediaTypes
import TestSupport
import Testing
import Thumbnails

/// One picture in every format, against one reference.
@Suite("The same picture in every format", .timeLimit(.minutes(5)))
struct SamePictureTests {
  private static let thumbnailer: Thumbnailer = {
    var configuration = Thumbnailer.Configuration()
    configuration.allowsUntrustedFormats = true
    return Thumbnailer(configuration)
  }()

  /// The truth in colour, in grey, and with alpha over white.
  private enum Reference: String {
    case colour = "colour.ppm"
    case grey = "colour.pgm"
    case alpha = "colour-alpha.pam"
  }

  static let fixtures = Fixture.all(in: "same-picture").filter {
    $0.kind == .image && $0.expectation.demandsPreview
  }

  @Test("There are at least eighty of them")
  func count() {
    #expect(Self.fixtures.count >= 80)
  }

  @Test("Each looks like the reference", arguments: fixtures)
  func looksLikeReference(_ fixture: Fixture) async throws {
    let truth = try Picture(
      portableMap: Fixture.at("same-picture/\(Self.reference(of: fixture).rawValue)").bytes())
    let picture = try await thumbnail(of: fixture, side: 40)
    #expect(picture.width == 40 && picture.height == 30)
    let distance = try #require(
      PerceptualDistance(
        between: picture.inColour(), and: truth.overWhite().averaged(by: truth.width / 40)))
    let tolerance = Self.tolerance(of: fixture)
    #expect(
      distance.isWithin(mean: tolerance.mean, block: tolerance.block), "\(distance)")
  }

  private func thumbnail(of fixture: Fixture, side: Int) async throws -> Picture {
    let outcome = try await Self.thumbnailer.thumbnails(
      of: .file(fixture.url.path()), options: ThumbnailOptions(sizes: [side], format: .png))
    return try Picture(png: try #require(outcome.thumbnails.first).bytes).overWhite()
  }

  private static func reference(of fixture: Fixture) -> Reference {
    let name = fixture.path
    if ["alpha", ".ico", ".cur"].contains(where: name.contains) { return .alpha }
    let greys = ["grey", ".pgm", "rle8", ".xbm"]
    return greys.contains { name.contains($0) } ? .grey : .colour
  }

  /// Of 255, for the mean and for the worst block of 8×8 pixels.
  ///
  /// Lossy codings at the qualities of the fixtures stay below the first row; what has few colours,
  /// or colours of another gamut, cannot.
  private static func tolerance(of fixture: Fixture) -> (mean: Double, block: Double) {
    let name = fixture.path
    if name.hasSuffix(".xbm") { return (28, 60) }
    if name.hasSuffix(".xpm") || name.contains("alpha.gif") { return (16, 80) }
    if name.contains("cmyk") || name.contains("ycck") { return (12, 32) }
    // The low band of a wavelet is crisper than means are.
    if [".jp2", ".j2k"].contains(where: name.hasSuffix) { return (5, 20) }
    // Reduced in linear light, or drawn at the size, which the truth is not.
    if [".hdr", ".pfm", ".svg", ".svgz"].contains(where: name.hasSuffix) { return (6, 20) }
    return name.hasSuffix(".gif") || name.contains("palette") || name.contains("565")
      ? (5, 24) : (4, 20)
  }
}
