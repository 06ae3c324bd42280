import ByteSources
import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

@Suite("Reduced TIFF", .timeLimit(.minutes(3)))
struct ReducedTIFFTests {
  struct Decoded {
    let size: PixelSize
    let channels: Int
    let bytes: [UInt8]
    let warnings: [MediaWarning]
  }

  static func decode(
    _ file: [UInt8], side: Int? = nil, maximumByteCount: Int = 4 << 20
  ) throws(ThumbnailError) -> Decoded {
    let picture = try ReducedTIFF(source: MemorySource(file))
    let size = side.map { picture.size.fitted(withinSide: $0) } ?? picture.size
    guard let area = size.area, area <= 1 << 17, picture.size.area ?? .max <= 1 << 22 else {
      throw ThumbnailError(.overBudget, "too large for a test")
    }
    let pixelBytes = picture.channelCount * picture.sampleByteCount
    var bytes = [UInt8](repeating: 0, count: area * pixelBytes)
    let result = bytes.withUnsafeMutableBytes { buffer -> Result<[MediaWarning], ThumbnailError> in
      do throws(ThumbnailError) {
        return .success(
          try picture.decode(to: size, into: buffer, maximumByteCount: maximumByteCount))
      } catch {
        return .failure(error)
      }
    }
    return Decoded(
      size: size, channels: picture.channelCount, bytes: bytes, warnings: try result.get())
  }

  /// RGB of 80 by 60 in strips of seven rows.
  static func file(_ change: (inout TIFFWriter) -> Void = { _ in }) -> TIFFWriter {
    var file = TIFFWriter()
    (file.width, file.height, file.channels, file.photometric) = (80, 60, 3, 2)
    file.samples = (0..<(80 * 60 * 3)).map { index in
      let (pixel, channel) = (index / 3, index % 3)
      let value: Int = pixel % 80 * 3 + pixel / 80 + channel * 40
      return UInt16(value & 255)
    }
    change(&file)
    return file
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var file: TIFFWriter

    init(_ name: String, _ change: (inout TIFFWriter) -> Void) {
      testDescription = name
      file = ReducedTIFFTests.file(change)
    }
  }

  static let kinds = [
    Kind("plain") { _ in },
    Kind("PackBits") { $0.packing = .runs },
    Kind("LZW") { $0.packing = .lzw },
    Kind("LZW, one strip, differences") {
      $0.packing = .lzw
      $0.rowsPerStrip = 60
      $0.isPredicted = true
    },
    Kind("deflate, one strip") {
      $0.packing = .deflate
      $0.rowsPerStrip = 60
    },
    Kind("deflate, planes") {
      $0.packing = .deflate
      $0.isPlanar = true
    },
    Kind("LZW, tiles") {
      $0.packing = .lzw
      $0.tile = (32, 16)
    },
    Kind("deflate, tiles in planes, BigTIFF") {
      $0.packing = .deflate
      $0.tile = (16, 16)
      $0.isPlanar = true
      $0.isBig = true
      $0.isBigEndian = true
    },
  ]

  @Test("Every way of packing gives the samples that were packed", arguments: kinds)
  func exact(_ kind: Kind) throws {
    let decoded = try Self.decode(kind.file.bytes())
    #expect(decoded.size == PixelSize(width: 80, height: 60))
    #expect(decoded.bytes.map(UInt16.init) == kind.file.samples)
    #expect(decoded.warnings.isEmpty)
  }

  @Test("Averages are those of the samples", arguments: kinds)
  func averages(_ kind: Kind) throws {
    let file = kind.file.bytes()
    let whole = try Self.decode(file)
    let picture = Picture(width: 80, height: 60, channels: 3, samples: whole.bytes)
    let reduced = try Self.decode(file, side: 20)
    let worst = zip(reduced.bytes, picture.averaged(by: 4).samples)
      .map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 1)
  }

  @Test("Every prefix ends in pixels or an error, never in a trap", arguments: kinds)
  func prefixes(_ kind: Kind) throws {
    var kind = kind
    kind.file.isDirectoryFirst = true
    let file = kind.file.bytes()
    var (shown, whole) = (0, 0)
    for count in stride(from: file.count, to: 0, by: -53) {
      guard let decoded = try? Self.decode(Array(file[..<count]), side: 30) else { continue }
      shown += 1
      if decoded.warnings.isEmpty { whole += 1 }
      #expect(decoded.warnings.allSatisfy { [.truncated, .damaged].contains($0.code) })
    }
    // What is behind the last row may be missing: ends and sums of packed data.
    #expect(shown > 3 && whole >= 1 && whole < 3)
  }

  @Test("Changed headers and data end in pixels or an error, never in a trap", arguments: kinds)
  func mutations(_ kind: Kind) throws {
    let file = kind.file.bytes()
    var random = SystemRandomNumberGenerator()
    var shown = 0
    for _ in 0..<300 {
      var changed = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Most of what decides stands in the directory at the end.
        let start = Bool.random(using: &random) ? max(0, changed.count - 260) : 0
        changed[Int.random(in: start..<changed.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      if (try? Self.decode(changed, side: 30, maximumByteCount: 1 << 21)) != nil { shown += 1 }
    }
    #expect(shown > 0)
  }

  @Test("Of a file whose data end early, the rows before the end are shown")
  func truncated() throws {
    // Strips that were to come later lie behind the end, since the file is cut inside of them and
    // the directory stands in front.
    let file = try Fixture.at("broken/tiff/truncated.tif").bytes()
    let decoded = try Self.decode(file)
    #expect(decoded.warnings.map(\.code) == [.truncated])
    #expect(decoded.bytes.prefix(80 * 3 * 20).contains { $0 != 0 })
    #expect(decoded.bytes.suffix(80 * 3).allSatisfy { $0 == 0 })
  }

  @Test("A strip that is broken costs its own rows", arguments: [TIFFWriter.Packing.lzw, .deflate])
  func damaged(packing: TIFFWriter.Packing) throws {
    let whole = Self.file { $0.packing = packing }
    let file = whole.bytes()
    let second = try #require(Self.places(of: file).dropFirst().first)
    var changed = file
    for place in (second + 2)..<(second + 12) { changed[place] = 0xFF }
    let decoded = try Self.decode(changed)
    #expect(decoded.warnings.map(\.code) == [.damaged])
    let row = 80 * 3
    let expected = whole.samples.map { UInt8($0) }
    #expect(decoded.bytes.prefix(7 * row) == expected.prefix(7 * row))
    #expect(decoded.bytes.dropFirst(14 * row) == expected.dropFirst(14 * row))
    #expect(decoded.bytes != expected)
  }

  @Test("A tile that is broken costs its own pixels")
  func damagedTile() throws {
    let whole = Self.file {
      $0.packing = .deflate
      $0.tile = (32, 16)
    }
    var changed = whole.bytes()
    // The second one of the first row.
    let second = try #require(Self.places(of: changed).dropFirst().first)
    for place in (second + 2)..<(second + 12) { changed[place] = 0xFF }
    let decoded = try Self.decode(changed)
    #expect(decoded.warnings.map(\.code) == [.damaged])
    var others = 0
    for (index, pair) in zip(decoded.bytes, whole.samples).enumerated() {
      let (x, y) = (index / 3 % 80, index / 240)
      if !(32..<64).contains(x) || y >= 16, UInt16(pair.0) != pair.1 { others += 1 }
    }
    #expect(others == 0)
    #expect(decoded.bytes.map(UInt16.init) != whole.samples)
  }

  /// Where the strips or tiles of a file of `file` begin.
  private static func places(of file: [UInt8]) -> [Int] {
    let number = { (place: Int, width: Int) in
      (0..<width).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) }
    }
    let directory = number(4, 4)
    for index in 0..<number(directory, 2) {
      let entry = directory + 2 + 12 * index
      guard [273, 324].contains(number(entry, 2)) else { continue }
      return (0..<number(entry + 4, 4)).map { number(number(entry + 8, 4) + 4 * $0, 4) }
    }
    return []
  }

  @Test("What may be allocated is a bound, to the byte", arguments: kinds)
  func bound(_ kind: Kind) throws {
    let file = kind.file.bytes()
    let size = PixelSize(width: 40, height: 30)
    let needed = try #require(
      try ReducedTIFF(source: MemorySource(file)).workingByteCount(outputSize: size))
    #expect(throws: Never.self) { try Self.decode(file, side: 40, maximumByteCount: needed) }
    #expect { try Self.decode(file, side: 40, maximumByteCount: needed - 1) } throws: { error in
      (error as? ThumbnailError)?.code == .overBudget
    }
  }

  /// What is not read here, which libtiff may read.
  static let unread = [
    Kind("predictor of bits") {
      $0.bits = 4
      $0.channels = 1
      $0.photometric = 1
      $0.samples = $0.samples.map { $0 & 15 }
      $0.packing = .lzw
      $0.isPredicted = true
    },
    Kind("RGB of two samples") { $0.channels = 2 },
    Kind("luma and chroma in planes, chroma of lower resolution") {
      $0.photometric = 6
      $0.isPlanar = true
    },
    Kind("luma and chroma of lower resolution, strips that end inside of blocks") {
      $0.photometric = 6
    },
    Kind("signed numbers of 12 bits") {
      $0.bits = 12
      $0.sampleFormat = 2
    },
    Kind("complex numbers") {
      $0.bits = 32
      $0.sampleFormat = 5
    },
    Kind("floating point of a byte") { $0.sampleFormat = 3 },
    Kind("Lab") { $0.photometric = 8 },
  ]

  @Test("Kinds that are not read here are said to be unsupported", arguments: unread)
  func unsupported(_ kind: Kind) {
    #expect { try Self.decode(kind.file.bytes()) } throws: { error in
      (error as? ThumbnailError)?.code == .unsupported
    }
  }

  @Test("Strings of LZW that reach back beyond what is held are followed to their start")
  func longStrings() throws {
    var file = TIFFWriter()
    (file.width, file.height, file.rowsPerStrip) = (300, 250, 250)
    file.packing = .lzw
    // Few strings, each as long as the one before and a byte, and a mark now and then.
    file.samples = (0..<(300 * 250)).map { $0 % 9973 == 0 ? 200 : 7 }
    let bytes = file.bytes()
    #expect(bytes.count < 3000)
    let decoded = try Self.decode(bytes)
    #expect(decoded.bytes.map(UInt16.init) == file.samples)
    #expect(decoded.warnings.isEmpty)
  }

  @Test("An LZW stream of the old kind, lowest bit first, is said to be unsupported")
  func oldLZW() throws {
    var file = Self.file { $0.packing = .lzw }.bytes()
    for place in Self.places(of: file) { file.replaceSubrange(place..<(place + 2), with: [0, 1]) }
    #expect { try Self.decode(file) } throws: { error in
      (error as? ThumbnailError)?.code == .unsupported
    }
  }
}
