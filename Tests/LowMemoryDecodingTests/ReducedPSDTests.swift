import ByteSources
import LowMemoryDecoding
import MediaTypes
import TestSupport
import Testing

@Suite("Reduced Photoshop documents", .timeLimit(.minutes(2)))
struct ReducedPSDTests {
  /// A decoded composite, and what was odd.
  struct Decoded {
    let size: PixelSize
    let channels: Int
    let bytes: [UInt8]
    let warnings: [MediaWarning]
  }

  static func decode(_ file: [UInt8], side: Int? = nil) throws(ThumbnailError) -> Decoded {
    let picture = try ReducedPSD(source: MemorySource(file))
    let size = side.map { picture.size.fitted(withinSide: $0) } ?? picture.size
    guard size.width * size.height <= 1 << 20 else {
      throw ThumbnailError(.overBudget, "too large for a test")
    }
    let count = size.width * size.height * picture.channelCount * picture.sampleByteCount
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer -> Result<[MediaWarning], ThumbnailError> in
      do throws(ThumbnailError) {
        return .success(try picture.decode(to: size, into: buffer, maximumByteCount: 16 << 20))
      } catch {
        return .failure(error)
      }
    }
    return Decoded(
      size: size, channels: picture.channelCount, bytes: bytes, warnings: try result.get())
  }

  /// A document of 2×2 pixels, its channels one after the other.
  struct Document {
    var mode: UInt8
    var depth: UInt8 = 8
    var channels: [[UInt8]]
    var isLarge = false
    var palette: [UInt8] = []
    /// Negative says that the first channel behind the colours is opacity.
    var layerCount: Int16?
    /// Rows as runs, each given packed; `nil` writes the channels as they are.
    var packedRows: [[UInt8]]?

    var bytes: [UInt8] {
      var bytes = Array("8BPS".utf8) + [0, isLarge ? 2 : 1, 0, 0, 0, 0, 0, 0]
      bytes += [0, UInt8(channels.count), 0, 0, 0, 2, 0, 0, 0, 2, 0, depth, 0, mode]
      bytes += [0, 0, UInt8(palette.count >> 8), UInt8(palette.count & 255)] + palette
      bytes += [0, 0, 0, 0]
      let lead: [UInt8] = isLarge ? [0, 0, 0, 0] : []
      if let layerCount {
        bytes += lead + [0, 0, 0, UInt8(lead.count + 6)] + lead + [0, 0, 0, 2]
        bytes += [
          UInt8(truncatingIfNeeded: layerCount >> 8), UInt8(truncatingIfNeeded: layerCount),
        ]
      } else {
        bytes += lead + [0, 0, 0, 0]
      }
      guard let packedRows else { return bytes + [0, 0] + channels.flatMap(\.self) }
      bytes += [0, 1]
      for row in packedRows { bytes += (isLarge ? [0, 0] : []) + [0, UInt8(row.count)] }
      return bytes + packedRows.flatMap(\.self)
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let document: @Sendable () -> Document
    let expected: [UInt8]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "grey", document: { Document(mode: 1, channels: [[1, 2, 3, 4]]) },
      expected: [1, 2, 3, 4]),
    Case(
      name: "bitmap, of which ones are black",
      document: { Document(mode: 0, depth: 1, channels: [[0b0100_0000, 0b1000_0000]]) },
      expected: [255, 0, 0, 255]),
    Case(
      name: "palette",
      document: {
        var palette = [UInt8](repeating: 0, count: 768)
        (palette[5], palette[256 + 5], palette[512 + 5]) = (10, 20, 30)
        return Document(mode: 2, channels: [[5, 0, 0, 5]], palette: palette)
      }, expected: [10, 20, 30, 0, 0, 0, 0, 0, 0, 10, 20, 30]),
    Case(
      name: "RGB",
      document: { Document(mode: 3, channels: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]) },
      expected: [1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12]),
    Case(
      name: "RGB with opacity",
      document: {
        Document(
          mode: 3, channels: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 9, 9, 9], [255, 0, 7, 8]],
          layerCount: -1)
      }, expected: [1, 5, 9, 255, 2, 6, 9, 0, 3, 7, 9, 7, 4, 8, 9, 8]),
    Case(
      name: "a selection that was saved is no opacity",
      document: {
        Document(
          mode: 1, channels: [[1, 2, 3, 4], [0, 0, 0, 0]], layerCount: 1)
      }, expected: [1, 2, 3, 4]),
    Case(
      name: "inks are stored as what they leave",
      document: {
        Document(
          mode: 4, channels: [[255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0], [0, 0, 0, 255]])
      }, expected: [0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 0]),
    Case(
      name: "16 bits, highest byte first",
      document: { Document(mode: 1, depth: 16, channels: [[1, 2, 3, 4, 5, 6, 7, 8]]) },
      expected: [2, 1, 4, 3, 6, 5, 8, 7]),
    Case(
      name: "floating point in linear light",
      document: {
        let one: [UInt8] = [0x3F, 0x80, 0, 0]
        return Document(mode: 1, depth: 32, channels: [one + [0, 0, 0, 0] + one + one])
      }, expected: [255, 255, 0, 0, 255, 255, 255, 255]),
    Case(
      name: "runs, and the number that says nothing",
      document: {
        Document(
          mode: 1, channels: [[]], packedRows: [[0x80, 0xFF, 7], [1, 3, 4, 0x80]])
      }, expected: [7, 7, 3, 4]),
    Case(
      name: "runs of a large document",
      document: {
        Document(
          mode: 1, channels: [[]], isLarge: true, layerCount: 1,
          packedRows: [[0xFF, 7], [1, 3, 4]])
      }, expected: [7, 7, 3, 4]),
    Case(
      name: "a run that is too long ends with its row",
      document: { Document(mode: 1, channels: [[]], packedRows: [[0x90, 7], [1, 3, 4]]) },
      expected: [7, 7, 3, 4]),
  ]

  @Test("Channels become pixels", arguments: cases)
  func pixels(_ item: Case) throws {
    let decoded = try Self.decode(item.document().bytes)
    #expect(decoded.bytes == item.expected)
    #expect(decoded.warnings.isEmpty)
  }

  @Test("Fixtures are the truth", arguments: ["colour.psd", "colour-raw.psd"])
  func fixtures(_ name: String) throws {
    let decoded = try Self.decode(Fixture.at("same-picture/\(name)").bytes())
    let truth = try Picture(portableMap: Fixture.at("same-picture/colour.ppm").bytes())
    let factor = truth.width / decoded.size.width
    let worst =
      zip(decoded.bytes, truth.averaged(by: factor).samples)
      .map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(decoded.channels == 3 && worst <= 12)
  }

  @Test("A document that ends early is grey where colours are missing, and says so")
  func truncated() throws {
    let file = Document(mode: 3, channels: [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]).bytes
    let decoded = try Self.decode(Array(file.dropLast(8)))
    #expect(decoded.bytes == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    #expect(decoded.warnings.map(\.code) == [.truncated])
    let error = #expect(throws: ThumbnailError.self) { try Self.decode(Array(file.dropLast(11))) }
    #expect(error?.code == .corrupt)
  }

  @Test("Prefixes and mutations end in pixels or an error, never in a trap")
  func broken() throws {
    for name in ["colour.psd", "colour-raw.psd"] {
      let file = try Fixture.at("same-picture/\(name)").bytes()
      for count in stride(from: 0, to: file.count, by: max(1, file.count / 100)) {
        _ = try? Self.decode(Array(file[..<count]), side: 40)
      }
      var generator = SeededGenerator(seed: 22)
      for _ in 0..<300 {
        var mutated = file
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          mutated[Int.random(in: 4..<min(600, file.count), using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        _ = try? Self.decode(mutated, side: 32)
      }
    }
  }
}
