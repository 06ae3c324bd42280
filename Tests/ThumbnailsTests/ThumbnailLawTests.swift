import Foundation
import MediaTypes
import TestSupport
import Testing
import Thumbnails

/// What holds for every thumbnail, whatever its file.
@Suite("Laws of thumbnails", .timeLimit(.minutes(5)))
struct ThumbnailLawTests {
  private static let thumbnailer: Thumbnailer = {
    var configuration = Thumbnailer.Configuration()
    configuration.allowsUntrustedFormats = true
    return Thumbnailer(configuration)
  }()

  static let fixtures = ["same-picture", "orientation"].flatMap { Fixture.all(in: $0) }.filter {
    $0.kind == .image && $0.expectation.demandsPreview
  }

  private func outcome(
    of input: ThumbnailInput, _ options: ThumbnailOptions
  ) async throws -> ThumbnailOutcome {
    try await Self.thumbnailer.thumbnails(of: input, options: options)
  }

  @Test(
    "Nothing is enlarged, all fit the box, and the shape stays within a pixel",
    arguments: fixtures)
  func sizes(_ fixture: Fixture) async throws {
    let isDrawn = [".svg", ".svgz", ".pdf"].contains { fixture.path.hasSuffix($0) }
    let sizes = [1, 7, 45, 100, 5000]
    let outcome = try await outcome(
      of: .file(fixture.url.path()),
      ThumbnailOptions(sizes: isDrawn ? sizes.dropLast() : sizes, format: .png))
    let display = try #require(fixture.displaySize)
    for thumbnail in outcome.thumbnails {
      let size = thumbnail.size
      #expect(size.longerSide <= thumbnail.askedSize)
      let side = isDrawn ? thumbnail.askedSize : min(thumbnail.askedSize, display.longerSide)
      #expect(size.longerSide == side)
      let exact = Double(display.shorterSide) * Double(side) / Double(display.longerSide)
      #expect(abs(Double(size.shorterSide) - exact) <= 1)
      #expect((size.width >= size.height) == (display.width >= display.height))
    }
  }

  @Test("The average colour moves by less than one level", arguments: [8, 30, 60])
  func average(side: Int) async throws {
    for name in ["colour.png", "colour.bmp", "colour.tif", "colour.qoi", "colour-lossless.webp"] {
      let input = try ThumbnailInput.file(Fixture.at("same-picture/\(name)").url.path())
      let outcome = try await outcome(
        of: input, ThumbnailOptions(sizes: [240, side], format: .png))
      let pictures = try outcome.thumbnails.map { try Picture(png: $0.bytes).inColour() }
      let means = pictures.map { picture in
        (0..<3).map { channel in
          let samples = stride(from: channel, to: picture.samples.count, by: 3)
          return samples.reduce(0.0) { $0 + Double(picture.samples[$1]) }
            / Double(picture.width * picture.height)
        }
      }
      for channel in 0..<3 { #expect(abs(means[0][channel] - means[1][channel]) < 1, "\(name)") }
    }
  }

  @Test("A thumbnail of a thumbnail of the same size is the same")
  func idempotent() async throws {
    for name in ["colour.jpg", "colour-alpha.png", "colour-grey.png", "colour-16.tif"] {
      let input = try ThumbnailInput.file(Fixture.at("same-picture/\(name)").url.path())
      let options = ThumbnailOptions(sizes: [80], format: .png)
      let first = try #require(try await outcome(of: input, options).thumbnails.first)
      let again = try await outcome(of: .bytes(first.bytes), options)
      #expect(again.thumbnails.first?.bytes == first.bytes, "\(name)")
    }
  }

  @Test(
    "The same file and options give the same bytes, however many decode at once",
    arguments: OutputFormat.allCases)
  func deterministic(format: OutputFormat) async throws {
    let input = try ThumbnailInput.file(Fixture.at("same-picture/colour.jpg").url.path())
    var options = ThumbnailOptions(sizes: [45, 100], format: format)
    options.coding.usesPalette = true
    options.coding.isProgressive = true
    options.profile = .srgb
    options.makesPlaceholder = true
    let fixed = options
    let first = try await outcome(of: input, fixed)
    try await withThrowingTaskGroup(of: ThumbnailOutcome.self) { group in
      for _ in 0..<6 { group.addTask { try await outcome(of: input, fixed) } }
      for try await other in group { #expect(other == first) }
    }
  }

  @Test("Every corner mark stands where it belongs", arguments: Fixture.all(in: "orientation"))
  func corners(_ fixture: Fixture) async throws {
    guard fixture.kind == .image, fixture.expectation.demandsPreview,
      !fixture.path.contains("clap"), !fixture.path.hasSuffix(".ppm")
    else { return }
    let outcome = try await outcome(
      of: .file(fixture.url.path()), ThumbnailOptions(sizes: [80], format: .png))
    let picture = try Picture(png: try #require(outcome.thumbnails.first).bytes).inColour()
    let upright = try Picture(portableMap: Fixture.at("orientation/upright.ppm").bytes())
    let reference = upright.averaged(by: 2)
    #expect(picture.width == reference.width && picture.height == reference.height)
    let distance = try #require(PerceptualDistance(between: picture, and: reference))
    #expect(distance.isWithin(mean: 6, block: 24), "\(distance)")
  }
}
