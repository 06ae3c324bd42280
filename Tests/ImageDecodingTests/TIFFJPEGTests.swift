import ImageDecoding
import MediaTypes
import Pixels
import PreviewPlanning
import TestSupport
import Testing

/// TIFF whose only strip is JPEG: by our decoder of few coefficients, beside libtiff.
@Suite("JPEG in a TIFF strip", .timeLimit(.minutes(3)))
struct TIFFJPEGTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fixture: String
    var photometric = 6
    var hasTables = true
  }

  static let cases = [
    Case(testDescription: "tables in the directory", fixture: "colour.jpg"),
    Case(testDescription: "tables in the strip", fixture: "colour.jpg", hasTables: false),
    Case(testDescription: "chroma of full size", fixture: "colour-444.jpg"),
    Case(testDescription: "grey", fixture: "colour-grey.jpg", photometric: 1),
  ]

  /// A JPEG file in a TIFF file, its tables in the directory or not.
  static func file(_ item: Case, _ change: (inout TIFFWriter) -> Void = { _ in }) throws -> [UInt8]
  {
    let jpeg = try Fixture.at("same-picture/\(item.fixture)").bytes()
    var (tables, strip): ([UInt8], [UInt8]) = ([0xFF, 0xD8], [0xFF, 0xD8])
    var place = 2
    var size = (width: 0, height: 0)
    while place + 4 < jpeg.count, jpeg[place + 1] != 0xDA {
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      let segment = jpeg[place..<end]
      switch jpeg[place + 1] {
      case 0xDB, 0xC4: tables += segment
      case 0xE0...0xEF, 0xFE: break
      default: strip += segment
      }
      if jpeg[place + 1] == 0xC0 {
        size.height = Int(jpeg[place + 5]) << 8 + Int(jpeg[place + 6])
        size.width = Int(jpeg[place + 7]) << 8 + Int(jpeg[place + 8])
      }
      place = end
    }
    strip += jpeg[place...]
    if !item.hasTables { strip = tables + strip.dropFirst(2) }
    var file = TIFFWriter()
    (file.width, file.height, file.rowsPerStrip) = (size.width, size.height, size.height)
    file.photometric = item.photometric
    file.channels = item.photometric == 6 ? 3 : 1
    file.ready = ([strip], 7, item.hasTables ? tables + [0xFF, 0xD9] : nil)
    change(&file)
    return file.bytes()
  }

  @Test("Both decoders show the same", arguments: cases)
  func same(_ item: Case) throws {
    let file = try Self.file(item)
    let ours = try DecodedTIFF(file, by: .scaledJPEG, side: 40)
    let theirs = try DecodedTIFF(file, by: .vips, side: 40)
    #expect(ours.warnings.isEmpty && theirs.warnings.isEmpty)
    #expect(ours.size.longerSide >= 40 && ours.channels == theirs.channels)
    #expect(ours.meanDifference(from: theirs, cells: 8) < 2)
  }

  @Test("The profile is that of the directory")
  func profile() throws {
    let profile = (0..<200).map { UInt8($0) }
    let file = try Self.file(Self.cases[0]) { $0.profile = profile }
    #expect(try DecodedTIFF(file, by: .scaledJPEG, side: 40).colour == .iccProfile(profile))
  }

  @Test("A strip that is not what the directory says is left to libtiff", arguments: [1, 2, 8])
  func others(photometric: Int) throws {
    let file = try Self.file(Self.cases[0]) { $0.photometric = photometric }
    #expect { try DecodedTIFF(file, by: .scaledJPEG, side: 40) } throws: { error in
      (error as? ThumbnailError)?.code == .unsupported
    }
    let larger = try Self.file(Self.cases[0]) { $0.width += 1 }
    #expect { try DecodedTIFF(larger, by: .scaledJPEG, side: 40) } throws: { error in
      (error as? ThumbnailError)?.code == .unsupported
    }
  }

  @Test("Every prefix and changed bytes end in pixels or an error, never in a trap")
  func broken() throws {
    let file = try Self.file(Self.cases[0]) { $0.isDirectoryFirst = true }
    var shown = 0
    for count in stride(from: 0, to: file.count, by: 211)
    where (try? DecodedTIFF(Array(file[..<count]), by: .scaledJPEG, side: 40)) != nil {
      shown += 1
    }
    #expect(shown > 3)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var changed = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let end = Bool.random(using: &random) ? 900 : changed.count
        changed[Int.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = try? DecodedTIFF(changed, by: .scaledJPEG, side: 40)
    }
  }
}
