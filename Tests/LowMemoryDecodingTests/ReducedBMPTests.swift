import ByteSources
import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

@Suite("Reduced bitmap", .timeLimit(.minutes(3)))
struct ReducedBMPTests {
  /// A decoded picture, upright.
  struct Decoded {
    let size: PixelSize
    let channels: Int
    let bytes: [UInt8]
    let warnings: [MediaWarning]
  }

  static func decode(
    _ file: [UInt8], side: Int? = nil, maximumByteCount: Int = 4 << 20
  ) throws(ThumbnailError) -> Decoded {
    let picture = try ReducedBMP(source: MemorySource(file))
    let size = side.map { picture.size.fitted(withinSide: $0) } ?? picture.size
    let channels = picture.hasAlpha ? 4 : 3
    guard let area = size.area, area <= 1 << 16, picture.size.area ?? .max <= 1 << 22 else {
      throw ThumbnailError(.overBudget, "too large for a test")
    }
    var bytes = [UInt8](repeating: 0, count: area * channels)
    let result = bytes.withUnsafeMutableBytes { buffer -> Result<[MediaWarning], ThumbnailError> in
      do throws(ThumbnailError) {
        return .success(
          try picture.decode(to: size, into: buffer, maximumByteCount: maximumByteCount))
      } catch {
        return .failure(error)
      }
    }
    let warnings = try result.get()
    if picture.isUpsideDown {
      let stride = size.width * channels
      bytes = (0..<size.height).reversed().flatMap { bytes[($0 * stride)..<(($0 + 1) * stride)] }
    }
    return Decoded(size: size, channels: channels, bytes: bytes, warnings: warnings)
  }

  static let names = [
    "colour.bmp", "colour-top-down.bmp", "colour-os2.bmp", "colour-1010102.bmp",
    "colour-masks-behind.bmp", "colour-unmarked.bmp", "colour-unused-mask.bmp", "colour-rle24.bmp",
    "colour-masks-alpha.bmp", "colour-palette.bmp", "colour-565.bmp", "colour-rle8.bmp",
    "colour-grey-rle4.bmp", "colour-grey-os2-16.bmp",
  ]

  @Test("Kinds that lose nothing hold the same samples", arguments: names[3...7])
  func exact(name: String) throws {
    let plain = try Self.decode(Fixture.at("same-picture/colour-unmarked.bmp").bytes())
    let other = try Self.decode(Fixture.at("same-picture/\(name)").bytes())
    #expect(other.size == PixelSize(width: 80, height: 60))
    #expect(other.channels == 3)
    let worst = zip(plain.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst == 0, "\(name)")
    #expect(other.warnings.isEmpty)
  }

  @Test("Averages are those of the samples")
  func averages() throws {
    let file = try Fixture.at("same-picture/colour.bmp").bytes()
    let whole = try Self.decode(file)
    let picture = Picture(width: 120, height: 90, channels: 3, samples: whole.bytes)
    let reduced = try Self.decode(file, side: 40)
    let worst = zip(reduced.bytes, picture.averaged(by: 3).samples)
      .map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 1)
  }

  @Test("Every prefix ends in pixels or an error, never in a trap", arguments: names)
  func prefixes(name: String) throws {
    let file = try Fixture.at("same-picture/\(name)").bytes()
    var shown = 0
    for count in stride(from: 0, to: file.count, by: 397) {
      guard let decoded = try? Self.decode(Array(file[..<count]), side: 30) else { continue }
      shown += 1
      #expect(decoded.warnings.map(\.code) == [.truncated], "\(name) of \(count) bytes")
    }
    #expect(shown > 0)
  }

  @Test("Changed headers and data end in pixels or an error, never in a trap", arguments: names)
  func mutations(name: String) throws {
    let file = try Fixture.at("same-picture/\(name)").bytes()
    var random = SystemRandomNumberGenerator()
    var shown = 0
    for _ in 0..<60 {
      var changed = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let end = Bool.random(using: &random) ? 70 : changed.count
        changed[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if (try? Self.decode(changed, side: 30, maximumByteCount: 1 << 20)) != nil { shown += 1 }
    }
    #expect(shown > 0)
  }

  @Test("What may be allocated is a bound, to the byte")
  func bound() throws {
    let file = try Fixture.at("same-picture/colour.bmp").bytes()
    let size = PixelSize(width: 40, height: 30)
    let needed = try ReducedBMP(source: MemorySource(file)).workingByteCount(outputSize: size)
    #expect(throws: Never.self) { try Self.decode(file, side: 40, maximumByteCount: needed) }
    #expect { try Self.decode(file, side: 40, maximumByteCount: needed - 1) } throws: { error in
      (error as? ThumbnailError)?.code == .overBudget
    }
  }

  @Test("A header that claims a wide row reserves nothing for it")
  func wide() throws {
    var file = try Fixture.at("same-picture/colour.bmp").bytes()
    file.replaceSubrange(18..<22, with: [0xFF, 0xFF, 0xFF, 0x7F])
    #expect { try Self.decode(file, side: 40) } throws: { error in
      [.overBudget, .corrupt].contains((error as? ThumbnailError)?.code)
    }
  }
}
