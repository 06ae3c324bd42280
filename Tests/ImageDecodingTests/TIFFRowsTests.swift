import Foundation
import ImageDecoding
import MediaTypes
import Pixels
import PreviewPlanning
import TestSupport
import Testing

/// Our reader of TIFF beside libtiff by libvips, which reads the same kinds.
@Suite("TIFF rows beside libtiff", .timeLimit(.minutes(5)))
struct TIFFRowsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    private(set) var file: TIFFWriter

    init(_ name: String, channels: Int = 1, bits: Int = 8, _ change: (inout TIFFWriter) -> Void) {
      self.name = name
      file = TIFFWriter()
      file.channels = channels
      file.bits = bits
      file.photometric = channels >= 3 ? 2 : 1
      draw(width: 61, height: 43)
      change(&file)
    }

    mutating func draw(width: Int, height: Int) {
      (file.width, file.height) = (width, height)
      file.samples = Self.samples(
        width: width, height: height, channels: file.channels, bits: file.bits)
    }

    var testDescription: String { name }

    /// Slopes, with an edge, grain and a plain part.
    static func samples(width: Int, height: Int, channels: Int, bits: Int) -> [UInt16] {
      var random = SplitMix(seed: 7)
      let largest = (1 << bits) - 1
      return (0..<(width * height * channels)).map { index in
        let (pixel, channel) = index.quotientAndRemainder(dividingBy: channels)
        let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
        if x > 40, y > 25 { return UInt16(largest * (channel + 2) / 6) }
        let slope = (x * (channel + 1) + 2 * y) * largest / (61 * 4 + 86)
        let grain = Int.random(in: 0...max(1, largest / 16), using: &random)
        return UInt16(min(largest, (x > 20 && channel == 1 ? largest / 3 : 0) + slope + grain))
      }
    }
  }

  /// Ways of packing, each with some way of cutting.
  static let packings: [Case] = [
    Case("grey, plain") { $0.packing = .none },
    Case("grey, PackBits") { $0.packing = .runs },
    Case("grey, LZW, one strip") {
      $0.packing = .lzw
      $0.rowsPerStrip = 43
    },
    Case("RGB, PackBits, a row a strip", channels: 3) {
      $0.packing = .runs
      $0.rowsPerStrip = 1
    },
    Case("RGB, LZW with differences", channels: 3) {
      $0.packing = .lzw
      $0.isPredicted = true
    },
    Case("RGB, LZW of 16 bits", channels: 3, bits: 16) {
      $0.packing = .lzw
      $0.rowsPerStrip = 43
    },
    Case("RGB, deflate, one strip", channels: 3) {
      $0.packing = .deflate
      $0.isPredicted = true
      $0.rowsPerStrip = 43
    },
    Case("RGB, deflate by its old number", channels: 3) { $0.packing = .oldDeflate },
    Case("RGB, more rows a strip than there are", channels: 3) {
      $0.packing = .deflate
      $0.rowsPerStrip = 43
    },
    Case("RGB, the lowest bit first", channels: 3) {
      $0.packing = .lzw
      $0.isBitReversed = true
    },
    Case("RGB, BigTIFF, highest byte first", channels: 3) {
      $0.packing = .deflate
      $0.isBig = true
      $0.isBigEndian = true
    },
    Case("RGB, tiles", channels: 3) {
      $0.packing = .lzw
      $0.isPredicted = true
      $0.tile = (16, 32)
    },
    Case("RGB, plain tiles", channels: 3) { $0.tile = (32, 16) },
    Case("RGB, no lengths, plain", channels: 3) {
      $0.rowsPerStrip = 43
      $0.hasByteCounts = false
    },
  ]

  /// Kinds of colour and sample.
  static let colours: [Case] = [
    Case("black and white", bits: 1) { $0.packing = .runs },
    Case("white and black", bits: 1) {
      $0.photometric = 0
      $0.packing = .none
    },
    Case("black and white, the lowest bit first", bits: 1) { $0.isBitReversed = true },
    Case("grey of 2 bits", bits: 2) { $0.packing = .lzw },
    Case("grey of 4 bits", bits: 4) { $0.packing = .deflate },
    Case("grey of 4 bits, from white", bits: 4) { $0.photometric = 0 },
    Case("grey from white") { $0.photometric = 0 },
    Case("grey of 16 bits", bits: 16) {
      $0.packing = .deflate
      $0.isPredicted = true
    },
    Case("grey of 16 bits, highest byte first, from white", bits: 16) {
      $0.isBigEndian = true
      $0.photometric = 0
    },
    Case("grey and alpha", channels: 2) { $0.extraSamples = 2 },
    Case("palette of 8 bits") {
      $0.photometric = 3
      $0.colourMap = (0..<768).map { $0 * 29 % 65536 }
    },
    Case("palette of 4 bits", bits: 4) {
      $0.photometric = 3
      $0.colourMap = (0..<48).map { $0 * 1201 }
    },
    Case("palette of 1 bit", bits: 1) {
      $0.photometric = 3
      $0.colourMap = [65535, 0, 0, 32768, 65535, 257]
    },
    Case("RGB, highest byte first, 16 bits with differences", channels: 3, bits: 16) {
      $0.isBigEndian = true
      $0.packing = .lzw
      $0.isPredicted = true
    },
    Case("RGB in planes", channels: 3) {
      $0.isPlanar = true
      $0.packing = .deflate
      $0.isPredicted = true
    },
    Case("RGB of 16 bits in planes", channels: 3, bits: 16) {
      $0.isPlanar = true
      $0.isBigEndian = true
    },
    Case("RGB and alpha", channels: 4) {
      $0.extraSamples = 2
      $0.packing = .lzw
      $0.isPredicted = true
    },
    Case("RGB and alpha in planes", channels: 4) {
      $0.extraSamples = 2
      $0.isPlanar = true
    },
    Case("RGB and a sample of no meaning", channels: 4) { $0.extraSamples = 0 },
    Case("RGB and two more samples", channels: 5) { $0.extraSamples = 2 },
    Case("RGB and alpha of 16 bits", channels: 4, bits: 16) { $0.extraSamples = 2 },
    Case("four inks", channels: 4) {
      $0.photometric = 5
      $0.packing = .lzw
    },
    Case("four inks of 16 bits", channels: 4, bits: 16) { $0.photometric = 5 },
  ]

  @Test("Both give the same samples", arguments: packings + colours)
  func samples(_ item: Case) throws {
    let file = item.file.bytes()
    let ours = try DecodedTIFF(file, by: .tiffRows, side: 100)
    let theirs = try DecodedTIFF(file, by: .vips, side: 100)
    #expect(ours.size == PixelSize(width: 61, height: 43))
    #expect(ours.size == theirs.size)
    #expect(ours.channels == theirs.channels && ours.hasAlpha == theirs.hasAlpha)
    #expect(ours.worst(against: theirs) <= 0.01)
    #expect(ours.warnings.isEmpty)
  }

  @Test("Alpha that colours were multiplied with is taken out of them", arguments: [8, 16])
  func associated(bits: Int) throws {
    let item = Case("", channels: 4, bits: bits) { file in
      file.extraSamples = 1
      for first in stride(from: 0, to: file.samples.count, by: 4) {
        for channel in 0..<3 {
          file.samples[first + channel] = min(
            file.samples[first + channel], file.samples[first + 3])
        }
      }
    }
    let ours = try DecodedTIFF(item.file.bytes(), by: .tiffRows, side: 100)
    let theirs = try DecodedTIFF(item.file.bytes(), by: .vips, side: 100)
    #expect(ours.hasAlpha && theirs.hasAlpha)
    #expect(ours.worst(against: theirs) <= 1)
  }

  @Test("Both say the same of profile and orientation")
  func aside() throws {
    let profile = try Fixture.at("same-picture/colour-cmyk.tif").bytes()
    let item = Case("", channels: 3) {
      $0.profile = Array(profile.suffix(600))
      $0.orientation = 6
    }
    let file = item.file.bytes()
    let ours = try DecodedTIFF(file, by: .tiffRows, side: 100, orientation: .right)
    let theirs = try DecodedTIFF(file, by: .vips, side: 100, orientation: .right)
    #expect(ours.colour == .iccProfile(Array(profile.suffix(600))))
    #expect(ours.colour == theirs.colour)
    #expect(ours.orientation == .right && theirs.orientation == .right)
  }

  @Test("A reduced picture has the means of the whole one", arguments: packings + colours)
  func reduced(_ item: Case) throws {
    var item = item
    item.draw(width: 64, height: 48)
    let whole = try DecodedTIFF(item.file.bytes(), by: .tiffRows, side: 100)
    let reduced = try DecodedTIFF(item.file.bytes(), by: .tiffRows, side: 16)
    #expect(whole.size == PixelSize(width: 64, height: 48))
    #expect(reduced.size == PixelSize(width: 48, height: 36))
    #expect(reduced.meanDifference(from: whole) < 0.4)
  }

  /// Files of the fixtures, and of the corpus where there is one.
  static let files: [String] =
    Fixture.all.filter { $0.mime == "image/tiff" }.map { $0.url.path(percentEncoded: false) }
    + (Corpus.current?.entries ?? []).filter { $0.mime == "image/tiff" && $0.expected == "ok" }
    .map { $0.url.path(percentEncoded: false) }

  @Test("Files hold the same samples by both, and what they are reduced to has their means")
  func files() throws {
    var compared = 0
    for path in Self.files {
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
      guard bytes.count < 1 << 20,
        let ours = try? DecodedTIFF(bytes, by: .tiffRows, side: 4096), ours.warnings.isEmpty,
        let theirs = try? DecodedTIFF(bytes, by: .vips, side: 4096), theirs.warnings.isEmpty
      else { continue }
      compared += 1
      #expect(ours.size == theirs.size && ours.hasAlpha == theirs.hasAlpha, "\(path)")
      #expect(ours.colour == theirs.colour, "\(path)")
      #expect(ours.worst(against: theirs) <= 1, "\(path)")
      let reduced = try DecodedTIFF(bytes, by: .tiffRows, side: 64)
      // Where a cell ends inside of a pixel that stands for several, a little more.
      #expect(reduced.meanDifference(from: ours) < 1, "\(path)")
    }
    print("\(compared) files compared")
    #expect(compared >= 8)
  }
}
