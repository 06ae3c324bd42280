import ByteSources
import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

@Suite("Reduced lossless WebP", .timeLimit(.minutes(3)))
struct ReducedWebPTests {
  /// A decoded picture, and what was odd.
  struct Decoded {
    let size: PixelSize
    let channels: Int
    let bytes: [UInt8]
    let warnings: [MediaWarning]
  }

  static func decode(
    _ file: [UInt8], side: Int? = nil, maximumByteCount: Int = 16 << 20
  ) throws(ThumbnailError) -> Decoded {
    let picture = try ReducedWebP(source: MemorySource(file))
    let size = side.map { picture.size.fitted(withinSide: $0) } ?? picture.size
    let channels = picture.hasAlpha ? 4 : 3
    guard size.width * size.height <= 1 << 20 else {
      throw ThumbnailError(.overBudget, "too large for a test")
    }
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * channels)
    let result = bytes.withUnsafeMutableBytes { buffer -> Result<[MediaWarning], ThumbnailError> in
      do throws(ThumbnailError) {
        return .success(
          try picture.decode(to: size, into: buffer, maximumByteCount: maximumByteCount))
      } catch {
        return .failure(error)
      }
    }
    return Decoded(size: size, channels: channels, bytes: bytes, warnings: try result.get())
  }

  static let files = Fixture.all(in: "lossless").filter { $0.mime == "image/webp" }

  @Test("Whole pictures are the truth, to the bit", arguments: files)
  func exact(_ fixture: Fixture) throws {
    let name = fixture.path.dropLast(".webp".count)
    let truth = try ReducedPNGTests.decode(Fixture.at("\(name).png").bytes())
    let decoded = try Self.decode(fixture.bytes())
    #expect(decoded.size == truth.size)
    #expect(decoded.channels == truth.channels)
    #expect(decoded.warnings.isEmpty)
    // Colours of what cannot be seen are the encoder's to choose.
    #expect(visible(decoded.bytes, decoded.channels) == visible(truth.bytes, truth.channels))
  }

  private func visible(_ bytes: [UInt8], _ channels: Int) -> [UInt8] {
    guard channels == 4 else { return bytes }
    return stride(from: 0, to: bytes.count, by: 4).flatMap { start in
      bytes[start + 3] == 0 ? [0, 0, 0, 0] : Array(bytes[start..<(start + 4)])
    }
  }

  @Test("There is a file for each way of the coding")
  func count() { #expect(Self.files.count == 12) }

  @Test("Averages are those of the truth")
  func averages() throws {
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let expected = truth.averaged(by: 3)
    let decoded = try Self.decode(Fixture.at("same-picture/colour-lossless.webp").bytes(), side: 80)
    #expect(decoded.size == PixelSize(width: 80, height: 60))
    let worst = zip(decoded.bytes, expected.samples).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(worst <= 1)
  }

  @Test("Half a file shows its upper part, and says so")
  func truncated() throws {
    let file = try Fixture.at("same-picture/colour-lossless.webp").bytes()
    let whole = try Self.decode(file)
    let half = try Self.decode(Array(file[..<(file.count / 2)]))
    #expect(half.warnings.map(\.code) == [.truncated])
    let row = half.size.width * half.channels
    #expect(half.bytes[..<(20 * row)] == whole.bytes[..<(20 * row)])
    #expect(half.bytes[(half.bytes.count - row)...].allSatisfy { $0 == 0 })
  }

  @Test("Every prefix ends in pixels or an error, never in a trap", arguments: files)
  func prefixes(_ fixture: Fixture) throws {
    let file = try fixture.bytes()
    for count in stride(from: 0, to: file.count, by: max(1, file.count / 150)) {
      _ = try? Self.decode(Array(file[..<count]), side: 40)
    }
  }

  @Test("Mutations end in pixels or an error, never in a trap", arguments: files)
  func mutations(_ fixture: Fixture) throws {
    let file = try fixture.bytes()
    var generator = SeededGenerator(seed: 21)
    for round in 0..<150 {
      var mutated = file
      // Codes are where the damage is; the pixels behind are hit as well.
      let reach = round % 2 == 0 ? min(120, file.count) : file.count
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        mutated[Int.random(in: 20..<reach, using: &generator)] ^=
          1 << UInt8.random(in: 0...7, using: &generator)
      }
      _ = try? Self.decode(mutated, side: 32)
    }
  }

  @Test("What it needs is known before, and a byte less is refused")
  func budget() throws {
    let file = try Fixture.at("same-picture/colour-lossless.webp").bytes()
    let needed = ReducedWebP.workingByteCount(
      size: PixelSize(width: 240, height: 180), outputSize: PixelSize(width: 80, height: 60),
      hasAlpha: false, byteCount: UInt64(file.count))
    _ = try Self.decode(file, side: 80, maximumByteCount: needed)
    let error = #expect(throws: ThumbnailError.self) {
      try Self.decode(file, side: 80, maximumByteCount: needed - 1)
    }
    #expect(error?.code == .overBudget)
  }

  @Test("A picture of 2^28 pixels takes a few megabytes")
  func bound() {
    let side = PixelSize(width: 16383, height: 16383)
    let needed = ReducedWebP.workingByteCount(
      size: side, outputSize: PixelSize(width: 768, height: 768), hasAlpha: true,
      byteCount: 200 << 20)
    #expect(needed < 16 << 20)
  }

  @Test(
    "Lossy and moving pictures are left to others",
    arguments: ["same-picture/colour.webp", "same-picture/colour-animated.webp"])
  func others(_ path: String) throws {
    let file = try Fixture.at(path).bytes()
    let error = #expect(throws: ThumbnailError.self) { try Self.decode(file) }
    #expect(error?.code == .unsupported)
  }
}
