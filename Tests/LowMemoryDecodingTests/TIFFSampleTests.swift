import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

/// Samples of other kinds than whole numbers of 8 and 16 bits.
@Suite("Samples of TIFF", .timeLimit(.minutes(3)))
struct TIFFSampleTests {
  /// How numbers are written.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bits: Int
    let isFloat: Bool
    /// Whether they are whole numbers that may be negative.
    let isSigned: Bool
    /// What of 65535 a sample may differ by.
    let tolerance: Int

    init(
      _ name: String, bits: Int, isFloat: Bool = false, isSigned: Bool = false, tolerance: Int = 0
    ) {
      (testDescription, self.bits, self.isFloat) = (name, bits, isFloat)
      (self.isSigned, self.tolerance) = (isSigned, tolerance)
    }

    /// The bits that stand for a sample of 16 bits.
    func pattern(of sample: UInt16) -> UInt64 {
      let part = Double(sample) / 65535
      switch (bits, isFloat) {
      case (16, true): return UInt64(Float16(part).bitPattern)
      case (32, true): return UInt64(Float(part).bitPattern)
      case (64, true): return part.bitPattern
      case (_, false) where isSigned:
        return UInt64((part * Double(Int64.max >> Int64(64 - bits))).rounded(.down))
      case (17..., false): return UInt64(sample) << UInt64(bits - 16) | 0x123
      default: return UInt64((part * Double((1 << bits) - 1)).rounded())
      }
    }
  }

  static let kinds =
    [3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15].map { bits in
      Kind("\(bits) bits", bits: bits, tolerance: 32768 / ((1 << bits) - 1) + 1)
    } + [
      Kind("32 bits", bits: 32), Kind("64 bits", bits: 64),
      Kind("half floating point", bits: 16, isFloat: true, tolerance: 17),
      Kind("floating point", bits: 32, isFloat: true),
      Kind("double floating point", bits: 64, isFloat: true),
      Kind("8 bits with a sign", bits: 8, isSigned: true, tolerance: 520),
      Kind("16 bits with a sign", bits: 16, isSigned: true, tolerance: 3),
      Kind("32 bits with a sign", bits: 32, isSigned: true, tolerance: 1),
    ]

  /// How samples are laid out.
  struct Layout: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let channels: Int
    let change: @Sendable (inout TIFFWriter) -> Void

    init(
      _ name: String, channels: Int = 3, _ change: @escaping @Sendable (inout TIFFWriter) -> Void
    ) {
      (testDescription, self.channels, self.change) = (name, channels, change)
    }
  }

  static let layouts = [
    Layout("grey", channels: 1) { _ in },
    Layout("grey from white", channels: 1) { $0.photometric = 0 },
    Layout("RGB, highest byte first, LZW") {
      $0.isBigEndian = true
      $0.packing = .lzw
    },
    Layout("RGB, tiles") { $0.tile = (16, 16) },
    Layout("RGB in planes, deflate") {
      $0.isPlanar = true
      $0.packing = .deflate
    },
    Layout("RGB and alpha", channels: 4) { $0.extraSamples = 2 },
    Layout("inks", channels: 4) { $0.photometric = 5 },
  ]

  static func samples(channels: Int) -> [UInt16] {
    (0..<(37 * 23 * channels)).map { UInt16($0 * 7919 % 65536) }
  }

  static func file(
    _ kind: Kind, channels: Int, _ change: (inout TIFFWriter) -> Void
  ) -> TIFFWriter {
    var file = TIFFWriter()
    (file.width, file.height, file.channels) = (37, 23, channels)
    (file.bits, file.sampleFormat) = (
      kind.bits, kind.isFloat ? 3 : kind.isSigned ? 2 : 1
    )
    file.photometric = channels >= 3 ? 2 : 1
    file.patterns = samples(channels: channels).map(kind.pattern)
    change(&file)
    return file
  }

  /// The difference that is largest.
  static func worst(_ file: TIFFWriter, from expected: [UInt16]) throws -> Int {
    let decoded = try ReducedTIFFTests.decode(file.bytes())
    #expect(decoded.warnings.isEmpty)
    try #require(decoded.bytes.count == 2 * expected.count)
    let found = stride(from: 0, to: decoded.bytes.count, by: 2).map {
      Int(decoded.bytes[$0]) | Int(decoded.bytes[$0 + 1]) << 8
    }
    return zip(found, expected).map { abs($0 - Int($1)) }.max() ?? .max
  }

  @Test("What is below zero is black", arguments: kinds.filter(\.isSigned))
  func negative(_ kind: Kind) throws {
    var file = Self.file(kind, channels: 1) { _ in }
    file.patterns = Self.samples(channels: 1).map {
      kind.pattern(of: $0) | 1 << UInt64(kind.bits - 1)
    }
    #expect(try Self.worst(file, from: Self.samples(channels: 1).map { _ in 0 }) == 0)
  }

  @Test("Samples become the nearest ones of 16 bits", arguments: kinds, layouts)
  func samples(_ kind: Kind, _ layout: Layout) throws {
    let file = Self.file(kind, channels: layout.channels, layout.change)
    var expected = Self.samples(channels: layout.channels)
    if file.photometric == 0 { expected = expected.map { 65535 - $0 } }
    #expect(try Self.worst(file, from: expected) <= kind.tolerance)
  }

  @Test(
    "Differences of numbers are summed",
    arguments: kinds.filter { [32, 64].contains($0.bits) && !$0.isSigned },
    [false, true])
  func differences(_ kind: Kind, isBigEndian: Bool) throws {
    let file = Self.file(kind, channels: 3) {
      ($0.packing, $0.isPredicted, $0.isBigEndian) = (.lzw, true, isBigEndian)
    }
    #expect(try Self.worst(file, from: Self.samples(channels: 3)) <= kind.tolerance)
  }

  @Test(
    "Differences of bytes are summed, and samples put together",
    arguments: kinds.filter(\.isFloat), [false, true])
  func byteDifferences(_ kind: Kind, isPlanar: Bool) throws {
    for isBigEndian in [false, true] {
      for tile in [nil, (width: 16, height: 32)] {
        let file = Self.file(kind, channels: 3) {
          ($0.packing, $0.isBytePredicted, $0.isBigEndian) = (.deflate, true, isBigEndian)
          ($0.isPlanar, $0.tile) = (isPlanar, tile)
        }
        #expect(try Self.worst(file, from: Self.samples(channels: 3)) <= kind.tolerance)
      }
    }
  }

  @Test("Floating point goes from 0 to 1; what is no number is black")
  func range() throws {
    let values: [(Float, UInt16)] = [
      (-.infinity, 0), (-1, 0), (0, 0), (0.25, 16384), (0.5, 32768), (1, 65535), (1.01, 65535),
      (255, 65535), (.infinity, 65535), (.nan, 0),
    ]
    var file = TIFFWriter()
    (file.width, file.bits, file.sampleFormat) = (values.count, 32, 3)
    file.patterns = values.map { UInt64($0.0.bitPattern) }
    #expect(try Self.worst(file, from: values.map(\.1)) == 0)
  }

  @Test("Every prefix and change ends in pixels or an error, never in a trap", arguments: kinds)
  func hostile(_ kind: Kind) {
    let bytes = Self.file(kind, channels: 3) {
      ($0.packing, $0.isBytePredicted, $0.isDirectoryFirst) = (.deflate, kind.isFloat, true)
    }.bytes()
    var random = SplitMix(seed: 11)
    var shown = 0
    for _ in 0..<100 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 8..<300, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      changed.removeLast(Int.random(in: 0..<(changed.count / 2), using: &random))
      if (try? ReducedTIFFTests.decode(changed, side: 20)) != nil { shown += 1 }
    }
    #expect(shown > 0)
  }
}
