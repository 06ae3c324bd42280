import ByteSources
import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

@Suite("Reduced PNG", .timeLimit(.minutes(3)))
struct ReducedPNGTests {
  /// A decoded picture of 8-bit samples, and what was odd.
  struct Decoded {
    let size: PixelSize
    let channels: Int
    let bytes: [UInt8]
    let warnings: [MediaWarning]
  }

  static func decode(
    _ file: [UInt8], side: Int? = nil, maximumByteCount: Int = 8 << 20
  ) throws(ThumbnailError) -> Decoded {
    let picture = try ReducedPNG(source: MemorySource(file))
    let size = side.map { picture.size.fitted(withinSide: $0) } ?? picture.size
    guard let geometry = picture.geometry(outputSize: size) else {
      throw ThumbnailError(.overLimit, "no such size")
    }
    guard geometry.outputByteCount <= 4 << 20 else {
      throw ThumbnailError(.overBudget, "too large for a test")
    }
    var bytes = [UInt8](repeating: 0xEE, count: geometry.outputByteCount)
    let result = bytes.withUnsafeMutableBytes { buffer -> Result<[MediaWarning], ThumbnailError> in
      do throws(ThumbnailError) {
        return .success(
          try picture.decode(geometry, into: buffer, maximumByteCount: maximumByteCount))
      } catch {
        return .failure(error)
      }
    }
    let channels = (geometry.isColour ? 3 : 1) + (geometry.hasAlpha ? 1 : 0)
    return Decoded(
      size: size, channels: channels, bytes: bytes, warnings: try result.get())
  }

  static let files = Fixture.all(in: "same-picture").filter { $0.mime == "image/png" }

  @Test("Whole pictures are the truth, to the bit, also when they come in passes")
  func exact() throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    for name in ["colour.png", "colour-interlaced.png"] {
      let decoded = try Self.decode(Fixture.at("same-picture/\(name)").bytes())
      #expect(decoded.size == PixelSize(width: truth.width, height: truth.height))
      #expect(decoded.channels == 3)
      #expect(decoded.bytes == truth.samples, "\(name)")
      #expect(decoded.warnings.isEmpty)
    }
  }

  @Test("Averages are those of the truth")
  func averages() throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let expected = truth.averaged(by: 3)
    for name in ["colour.png", "colour-interlaced.png"] {
      let decoded = try Self.decode(Fixture.at("same-picture/\(name)").bytes(), side: 80)
      #expect(decoded.size == PixelSize(width: 80, height: 60))
      let worst = zip(decoded.bytes, expected.samples).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(worst <= 1, "\(name)")
    }
  }

  @Test("Every prefix ends in pixels or an error, never in a trap")
  func prefixes() throws {
    for name in ["colour.png", "colour-interlaced.png", "colour-palette.png", "colour-alpha.png"] {
      let file = try Fixture.at("same-picture/\(name)").bytes()
      var shown = 0
      for count in stride(from: 0, to: file.count, by: 97)
      where (try? Self.decode(Array(file[..<count]), side: 40)) != nil { shown += 1 }
      #expect(shown > 0, "\(name): half a picture shows something")
    }
  }

  @Test("Mutations end in pixels or an error, never in a trap", arguments: files)
  func mutations(_ fixture: Fixture) throws {
    let file = try fixture.bytes()
    var generator = SeededGenerator(seed: 20)
    var shown = 0
    for round in 0..<150 {
      var mutated = file
      // Headers are where the damage is; the data behind are hit as well.
      let reach = round % 2 == 0 ? min(200, file.count) : file.count
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutated[Int.random(in: 8..<reach, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if (try? Self.decode(mutated, side: 32)) != nil { shown += 1 }
    }
    #expect(shown > 0)
  }

  @Test("There are fixtures to mutate")
  func count() { #expect(Self.files.count >= 6) }

  @Test("A bomb is refused before its bytes are made")
  func bomb() throws {
    let path = Fixture.all.first { $0.path.contains("787402") }
    let file = try #require(path).bytes()
    #expect(throws: ThumbnailError.self) { try Self.decode(file, side: 256) }
  }
}
