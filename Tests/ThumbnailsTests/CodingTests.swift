import Foundation
import MediaTypes
import TestSupport
import Testing
import Thumbnails

@Suite("How thumbnails are coded", .timeLimit(.minutes(2)))
struct CodingTests {
  private func bytes(
    of path: String, _ format: OutputFormat, _ change: (inout ThumbnailOptions) -> Void = { _ in }
  ) async throws -> [UInt8] {
    var options = ThumbnailOptions(sizes: [100], format: format)
    change(&options)
    let outcome = try await Thumbnailer().thumbnails(
      of: .file(Fixture.at(path).url.path()), options: options)
    return try #require(outcome.thumbnails.first).bytes
  }

  /// The markers of a JPEG up to its first scan.
  private func markers(of jpeg: [UInt8]) -> [UInt8] {
    var markers: [UInt8] = []
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] != 0xDA {
      markers.append(jpeg[place + 1])
      place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
    }
    return markers
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let text = Array(text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  @Test("Without wishes there is neither profile nor metadata", arguments: OutputFormat.allCases)
  func plain(format: OutputFormat) async throws {
    let bytes = try await bytes(of: "same-picture/colour-p3.jpg", format)
    for word in ["Exif", "ICC_PROFILE", "iCCP", "ICCP", "eXIf", "acsp"] {
      #expect(!contains(bytes, word), "\(word)")
    }
  }

  @Test("JPEG is baseline with 4:2:0, and what else is wished for")
  func jpeg() async throws {
    let path = "same-picture/colour.jpg"
    let plain = try await bytes(of: path, .jpeg)
    #expect(markers(of: plain).contains(0xC0))
    let progressive = try await bytes(of: path, .jpeg) { $0.coding.isProgressive = true }
    #expect(markers(of: progressive).contains(0xC2))
    // Sampling factors stand behind the number of the first component.
    func sampling(_ jpeg: [UInt8]) throws -> UInt8 {
      let frame = try #require(
        jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0, 0, 17]) })
      return jpeg[frame + 11]
    }
    #expect(try sampling(plain) == 0x22)
    #expect(try await sampling(bytes(of: path, .jpeg) { $0.coding.chroma = .full }) == 0x11)
    #expect(try await sampling(bytes(of: path, .jpeg) { $0.quality = 90 }) == 0x11)
    #expect(
      try await sampling(
        bytes(of: path, .jpeg) {
          $0.quality = 95
          $0.coding.chroma = .half
        }) == 0x22)
    let small = try await bytes(of: path, .jpeg) { $0.quality = 30 }
    #expect(small.count < plain.count)
  }

  @Test("A palette makes PNG shorter and keeps its look")
  func palette() async throws {
    let plain = try await bytes(of: "same-picture/colour.png", .png)
    let few = try await bytes(of: "same-picture/colour.png", .png) { $0.coding.usesPalette = true }
    #expect(few.count * 4 < plain.count * 3)
    #expect(few[25] == 3)
    let again = try await Thumbnailer().thumbnails(
      of: .bytes(few), options: ThumbnailOptions(sizes: [100], format: .png))
    let decoded = try #require(again.thumbnails.first).bytes
    let distance = try #require(
      PerceptualDistance(
        between: Picture(png: decoded).inColour(), and: Picture(png: plain).inColour()))
    #expect(distance.isWithin(mean: 6, block: 20), "\(distance)")
  }

  @Test(
    "A profile is put into every coding where it is wished for",
    arguments: OutputFormat.allCases)
  func profiles(format: OutputFormat) async throws {
    let path = "same-picture/colour-p3.jpg"
    let standard = try await bytes(of: path, format) { $0.profile = .srgb }
    let own = try await bytes(of: path, format) { $0.profile = .keep }
    guard format != .png else {
      #expect(contains(standard, "iCCP") && contains(own, "iCCP"))
      // Colours as stored are others than sRGB's.
      let pictures = try (Picture(png: standard), Picture(png: own))
      #expect(pictures.0 != pictures.1)
      return
    }
    // The signature of every ICC profile: ICC.1:2022 § 7.2.11.
    #expect(contains(standard, "acsp") && contains(own, "acsp"))
    let untagged = try await bytes(of: "same-picture/colour.jpg", format) { $0.profile = .keep }
    #expect(!contains(untagged, "acsp"))
  }

  @Test("Sharpening raises the contrast of edges and moves no colour")
  func sharpening() async throws {
    let plain = try await Picture(png: bytes(of: "same-picture/colour.png", .png)).inColour()
    let sharp = try await Picture(
      png: bytes(of: "same-picture/colour.png", .png) { $0.sharpens = true }
    ).inColour()
    func contrast(_ picture: Picture) -> Int {
      (0..<picture.height).reduce(0) { sum, y in
        (1..<picture.width).reduce(sum) {
          $0
            + abs(
              Int(picture.colour(x: $1, y: y).green) - Int(picture.colour(x: $1 - 1, y: y).green))
        }
      }
    }
    #expect(Double(contrast(sharp)) > 1.03 * Double(contrast(plain)))
    let whole = { (picture: Picture) in
      Lab(picture.meanColour(x: 0..<picture.width, y: 0..<picture.height))
    }
    #expect(whole(plain).deltaE2000(to: whole(sharp)) < 1)
  }

  @Test("Metadata are kept where that is wished for, upright", arguments: OutputFormat.allCases)
  func metadata(format: OutputFormat) async throws {
    let bytes = try await bytes(of: "orientation/6.jpg", format) { $0.keepsMetadata = true }
    let facts = try await Thumbnailer().facts(of: .bytes(bytes))
    #expect(facts.orientation == .up)
    #expect(facts.exifBytes != nil)
    let plain = try await self.bytes(of: "orientation/6.jpg", format)
    #expect(try await Thumbnailer().facts(of: .bytes(plain)).exifBytes == nil)
  }

  @Test("A placeholder is made where it is wished for, the same from every coding of a picture")
  func placeholder() async throws {
    var options = ThumbnailOptions(sizes: [32])
    let input = try ThumbnailInput.file(Fixture.at("same-picture/colour.png").url.path())
    #expect(try await Thumbnailer().thumbnails(of: input, options: options).placeholder == nil)
    options.makesPlaceholder = true
    let first = try #require(
      try await Thumbnailer().thumbnails(of: input, options: options).placeholder)
    #expect((20...25).contains(first.thumbHash.count))
    options.format = .avif
    #expect(try await Thumbnailer().thumbnails(of: input, options: options).placeholder == first)
  }
}
