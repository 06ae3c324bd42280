import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

/// Luma and chroma that are not JPEG.
@Suite("Luma and chroma of TIFF", .timeLimit(.minutes(3)))
struct TIFFLumaChromaTests {
  /// Luma, blue and red difference, and the colour that ITU-R BT.601 gives them over all of a byte.
  static let colours: [(stored: [UInt16], shown: [UInt8])] = [
    ([0, 128, 128], [0, 0, 0]), ([255, 128, 128], [255, 255, 255]),
    ([100, 128, 128], [100, 100, 100]), ([76, 85, 255], [254, 0, 0]),
    ([150, 44, 21], [0, 255, 1]), ([29, 255, 107], [0, 0, 254]), ([179, 171, 1], [1, 255, 255]),
    ([226, 1, 149], [255, 255, 1]),
  ]

  /// A colour a pixel, in stripes that go down.
  static func file(_ change: (inout TIFFWriter) -> Void = { _ in }) -> TIFFWriter {
    var file = TIFFWriter()
    (file.width, file.height, file.channels, file.photometric) = (37, 23, 3, 6)
    file.samples = (0..<(37 * 23)).flatMap { colours[$0 % 37 % colours.count].stored }
    file.chromaSubsampling = [1, 1]
    change(&file)
    return file
  }

  static func worst(_ found: [UInt8], _ expected: [UInt8]) -> Int {
    guard found.count == expected.count else { return .max }
    return zip(found, expected).map { abs(Int($0) - Int($1)) }.max() ?? .max
  }

  private static func layout(
    _ name: String, _ change: (inout TIFFWriter) -> Void
  ) -> ReducedTIFFTests.Kind {
    var kind = ReducedTIFFTests.Kind(name) { _ in }
    kind.file = file(change)
    return kind
  }

  static let layouts = [
    layout("plain") { _ in }, layout("LZW") { $0.packing = .lzw },
    layout("LZW with differences") { ($0.packing, $0.isPredicted) = (.lzw, true) },
    layout("deflate in planes") { ($0.packing, $0.isPlanar) = (.deflate, true) },
    layout("tiles, highest byte first") { ($0.tile, $0.isBigEndian) = ((16, 32), true) },
    layout("PackBits") { $0.packing = .runs },
  ]

  @Test("Colours are those that luma and chroma stand for", arguments: layouts)
  func colours(_ layout: ReducedTIFFTests.Kind) throws {
    let decoded = try ReducedTIFFTests.decode(layout.file.bytes())
    #expect(decoded.channels == 3 && decoded.warnings.isEmpty)
    let expected = (0..<(37 * 23)).flatMap { Self.colours[$0 % 37 % Self.colours.count].shown }
    #expect(Self.worst(decoded.bytes, expected) <= 2)
  }

  @Test("Shares and levels are those of the file")
  func scales() throws {
    // Levels of studios, and shares of ITU-R BT.709.
    var file = Self.file()
    (file.width, file.height) = (3, 1)
    file.samples = [16, 128, 128, 235, 128, 128, 63, 102, 240]
    file.referenceLevels = [16, 1, 235, 1, 128, 1, 240, 1, 128, 1, 240, 1]
    file.lumaShares = [2125, 10000, 7154, 10000, 721, 10000]
    for isBigEndian in [false, true] {
      file.isBigEndian = isBigEndian
      let decoded = try ReducedTIFFTests.decode(file.bytes())
      #expect(Self.worst(decoded.bytes, [0, 0, 0, 255, 255, 255, 255, 0, 0]) <= 2)
    }
  }

  @Test(
    "Blocks share their chroma",
    arguments: [[2, 2], [2, 1], [4, 1], [1, 2], [4, 4], [4, 2]], [23, 8])
  func blocks(_ shape: [Int], rowsPerStrip: Int) throws {
    let (across, down) = (shape[0], shape[1])
    var strips: [[UInt8]] = []
    for top in stride(from: 0, to: 23, by: rowsPerStrip) {
      var strip: [UInt8] = []
      for y in stride(from: top, to: min(23, top + rowsPerStrip), by: down) {
        for x in stride(from: 0, to: 37, by: across) {
          for line in 0..<down {
            strip += (0..<across).map { UInt8(60 + 2 * (x + $0) + y + line) }
          }
          strip += x < 19 ? [128, 128] : [128, 148]
        }
      }
      strips.append(strip)
    }
    let file = Self.file {
      ($0.chromaSubsampling, $0.rowsPerStrip) = (shape, rowsPerStrip)
      $0.ready = (strips, 1, nil)
    }
    let decoded = try ReducedTIFFTests.decode(file.bytes())
    #expect(decoded.size == PixelSize(width: 37, height: 23) && decoded.warnings.isEmpty)
    let expected = (0..<(37 * 23)).flatMap { index -> [UInt8] in
      let (y, x) = index.quotientAndRemainder(dividingBy: 37)
      let luma = 60 + 2 * x + y
      // The red difference goes by blocks.
      guard x - x % across >= 19 else { return [UInt8](repeating: UInt8(luma), count: 3) }
      return [UInt8(luma + 28), UInt8(luma - 14), UInt8(luma)]
    }
    #expect(Self.worst(decoded.bytes, expected) <= 1)
  }

  @Test("What is missing is black, not green")
  func missing() throws {
    let file = Self.file { ($0.rowsPerStrip, $0.isDirectoryFirst) = (23, true) }.bytes()
    let decoded = try ReducedTIFFTests.decode(Array(file.dropLast(37 * 3 * 10 + 30)))
    #expect(decoded.warnings.map(\.code) == [.truncated])
    #expect(decoded.bytes.prefix(37 * 3 * 12).contains { $0 != 0 })
    #expect(decoded.bytes.suffix(37 * 3 * 10 + 30).allSatisfy { $0 == 0 })
  }

  @Test("Every change ends in pixels or an error, never in a trap")
  func hostile() {
    let bytes = Self.file {
      ($0.lumaShares, $0.isDirectoryFirst) = ([299, 1000, 587, 1000, 114, 1000], true)
      $0.referenceLevels = [0, 1, 255, 1, 128, 1, 255, 1, 128, 1, 255, 1]
    }.bytes()
    var random = SplitMix(seed: 5)
    var shown = 0
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 8..<340, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if (try? ReducedTIFFTests.decode(changed, side: 20)) != nil { shown += 1 }
    }
    #expect(shown > 0)
  }
}
