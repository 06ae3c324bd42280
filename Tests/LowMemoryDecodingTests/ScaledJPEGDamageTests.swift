import ByteSources
import LowMemoryDecoding
import MediaTypes
import Synchronization
import Testing

@Suite("Damage to scaled JPEG", .timeLimit(.minutes(3)))
struct ScaledJPEGDamageTests {
  private static let one = PixelSize(width: 1, height: 1)
  private static let quarter = [PixelSize(width: 2, height: 2), one, one]

  private static func picture(
    _ width: Int, _ height: Int, _ sampling: [PixelSize] = quarter, seed: UInt64 = 3
  ) -> CoefficientPicture {
    var generator = SeededGenerator(seed: seed)
    var picture = CoefficientPicture(
      size: PixelSize(width: width, height: height), sampling: sampling)
    picture.fillAtRandom(&generator)
    return picture
  }

  private static let script = [
    ScanPlan(parts: [0, 1, 2], band: 0...0, after: 1),
    ScanPlan(parts: [0], band: 1...63, after: 1), ScanPlan(parts: [1], band: 1...63),
    ScanPlan(parts: [2], band: 1...63),
    ScanPlan(parts: [0, 1, 2], band: 0...0, before: 1, after: 0),
    ScanPlan(parts: [0], band: 1...63, before: 1, after: 0),
  ]

  @Test("Every beginning of a file gives a picture or a typed error", arguments: [8, 2])
  func prefixes(denominator: Int) throws {
    let picture = Self.picture(24, 24)
    for isProgressive in [false, true] {
      let file =
        isProgressive ? picture.progressiveFile(Self.script) : picture.sequentialFile()
      let whole = try DecodedJPEG(file, denominator: denominator)
      #expect(whole.warnings.isEmpty)
      var shown = 0
      for count in 0..<file.count {
        do {
          let decoded = try DecodedJPEG(Array(file[..<count]), denominator: denominator)
          #expect(decoded.size == whole.size)
          // What is missing last is the marker of the end: one byte of it, or both.
          // Of a last scan that is passed over nobody knows whether it is whole.
          if count >= file.count - 2 {
            #expect(decoded.pixels == whole.pixels)
            #expect(decoded.warnings.isEmpty || (isProgressive && denominator == 8))
          } else if count < file.count - 3 {
            #expect(decoded.codes == [.truncated], "after \(count) of \(file.count) bytes")
          }
          shown += 1
        } catch let error as ThumbnailError {
          #expect(error.code == .corrupt)
        }
      }
      #expect(shown > file.count / 4)
    }
  }

  @Test("Rows before a cut are whole, and what is missing is grey")
  func half() throws {
    var picture = Self.picture(64, 256, [Self.one])
    picture.fill(0, mean: 400)
    let file = picture.sequentialFile()
    let whole = try DecodedJPEG(file)
    let decoded = try DecodedJPEG(Array(file[..<(file.count / 2)]))
    #expect(decoded.codes == [.truncated])
    #expect(decoded.pixels.prefix(64).elementsEqual(whole.pixels.prefix(64)))
    #expect(decoded.pixels.suffix(64).allSatisfy { $0 == 128 })
  }

  /// A picture of which each interval is a row of units, and the places of its restart markers.
  private func restarting() -> (file: [UInt8], markers: [Int]) {
    var picture = Self.picture(64, 200)
    picture.restartInterval = 4
    let file = picture.sequentialFile()
    let markers = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] & 0xF8 == 0xD0 }
    return (file, markers)
  }

  /// The rows of units in which two pictures differ; a row of units has two rows of pixels.
  private func changedRows(_ first: DecodedJPEG, _ second: DecodedJPEG) -> [Int] {
    let rowBytes = 2 * first.size.width * first.channels
    return (0..<quotient(first.pixels.count, rowBytes)).filter { row in
      let range = (row * rowBytes)..<min((row + 1) * rowBytes, first.pixels.count)
      return first.pixels[range] != second.pixels[range]
    }
  }

  @Test("An interval that is cut short costs its own rows alone")
  func shortInterval() throws {
    let (file, markers) = restarting()
    #expect(markers.count == 12)
    let whole = try DecodedJPEG(file)
    let damaged = Array(file[..<(markers[3] + 12)] + file[markers[4]...])
    let decoded = try DecodedJPEG(damaged)
    #expect(decoded.codes == [.damaged])
    #expect(changedRows(whole, decoded) == [4])
  }

  @Test("Lost restart markers cost the rows between those that are left", arguments: 1...3)
  func lostIntervals(count: Int) throws {
    let (file, markers) = restarting()
    let whole = try DecodedJPEG(file)
    let damaged = Array(file[..<markers[3]] + file[markers[3 + count]...])
    let decoded = try DecodedJPEG(damaged)
    #expect(decoded.codes == [.damaged])
    #expect(changedRows(whole, decoded) == Array(4..<(4 + count)))
  }

  @Test("A restart marker that comes twice is passed over")
  func repeatedMarker() throws {
    let (file, markers) = restarting()
    let again = file[markers[2]..<(markers[2] + 2)]
    let damaged = Array(file[..<markers[3]] + again + file[markers[3]...])
    let decoded = try DecodedJPEG(damaged)
    #expect(decoded.codes == [.damaged])
    #expect(try changedRows(DecodedJPEG(file), decoded).isEmpty)
  }

  @Test("A code that no marker has is passed over between intervals")
  func strayCode() throws {
    let (file, markers) = restarting()
    let damaged = Array(file[..<markers[3]] + [0xFF, 0x37, 0x11] + file[markers[3]...])
    let decoded = try DecodedJPEG(damaged)
    #expect(decoded.codes == [.damaged])
    #expect(try changedRows(DecodedJPEG(file), decoded).isEmpty)
  }

  @Test("A file that is rewritten between header and picture is refused")
  func rewritten() throws {
    let first = Self.picture(40, 40)
    for second in [
      Self.picture(400, 40).sequentialFile(), Self.picture(40, 40, [Self.one]).sequentialFile(),
      first.sequentialFile([[0], [1], [2]]), first.progressiveFile(Self.script),
    ] {
      let source = RewrittenSource(first.sequentialFile(), second)
      let jpeg = try ScaledJPEG(source: source)
      source.rewrite()
      let geometry = try #require(jpeg.geometry(denominator: 8))
      var pixels = [UInt8](repeating: 0, count: geometry.outputByteCount)
      #expect {
        try pixels.withUnsafeMutableBytes {
          _ = try jpeg.decode(geometry, into: $0, maximumByteCount: .max)
        }
      } throws: {
        ($0 as? ThumbnailError)?.code == .corrupt
      }
    }
  }

  @Test("Fill bytes before a marker and bytes behind the last unit do not matter")
  func fillBytes() throws {
    let (file, markers) = restarting()
    let filled = Array(
      file[..<markers[0]] + [0xFF, 0xFF, 0xFF] + file[markers[0]...].dropLast(2)
        + [0x12, 0x34, 0xFF, 0xFF, 0xD9])
    #expect(try DecodedJPEG(filled) == DecodedJPEG(file))
  }

  @Test("Refinements of a component whose first scan is damaged are left out")
  func spoiltComponent() throws {
    let picture = Self.picture(64, 64)
    let script = Self.script
    let file = picture.progressiveFile(script)
    let scans = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    #expect(scans.count == script.count)
    // The second scan, of luma's band, loses all but its first bytes.
    let damaged = Array(file[..<(scans[1] + 40)] + file[scans[2]...])
    let decoded = try DecodedJPEG(damaged, denominator: 4)
    #expect(decoded.codes == [.damaged])
    let meansOnly = try DecodedJPEG(
      picture.progressiveFile(script.filter { $0.parts != [0] }), denominator: 4)
    let last = decoded.pixels.count - 8 * 3
    #expect(decoded.pixels[last...] == meansOnly.pixels[last...])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let file: [UInt8]
    let expected: ThumbnailError.Code
    var testDescription: String { name }
    init(
      _ name: String, _ expected: ThumbnailError.Code,
      _ change: (inout [UInt8]) -> Void
    ) {
      self.name = name
      self.expected = expected
      var file = ScaledJPEGDamageTests.picture(40, 40).sequentialFile()
      change(&file)
      self.file = file
    }
  }

  /// Where a marker's payload begins.
  private static func payload(_ marker: UInt8, _ file: [UInt8]) -> Int {
    (file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == marker } ?? 0) + 4
  }

  static let cases = [
    Case("no bytes", .corrupt) { $0 = [] },
    Case("two bytes", .corrupt) { $0 = [0xFF, 0xD8] },
    Case("another format", .corrupt) { $0[0] = 0x89 },
    Case("12 bits", .unsupported) { $0[payload(0xC0, $0)] = 12 },
    Case("height 0", .unsupported) {
      $0.replaceSubrange(payload(0xC0, $0) + 1..<payload(0xC0, $0) + 3, with: [0, 0])
    },
    Case("width 0", .corrupt) {
      $0.replaceSubrange(payload(0xC0, $0) + 3..<payload(0xC0, $0) + 5, with: [0, 0])
    },
    Case("sampling 0×1", .corrupt) { $0[payload(0xC0, $0) + 7] = 0x01 },
    Case("sampling 5×1", .corrupt) { $0[payload(0xC0, $0) + 7] = 0x51 },
    Case("quantiser 4", .corrupt) { $0[payload(0xC0, $0) + 8] = 4 },
    Case("more components than the header holds", .corrupt) { $0[payload(0xC0, $0) + 5] = 4 },
    Case("two components", .unsupported) { $0[payload(0xC0, $0) + 5] = 2 },
    Case("two components of one number", .corrupt) { $0[payload(0xC0, $0) + 9] = 1 },
    Case("two frames", .corrupt) {
      let at = payload(0xC0, $0) - 4
      $0.insert(contentsOf: $0[at..<(at + 19)], at: at)
    },
    Case("no frame", .corrupt) {
      let at = payload(0xC0, $0) - 4
      $0.removeSubrange(at..<(at + 19))
    },
    Case("an unknown component in a scan", .corrupt) { $0[payload(0xDA, $0) + 1] = 9 },
    Case("a component twice in a scan", .corrupt) { $0[payload(0xDA, $0) + 3] = 1 },
    Case("a fifth Huffman table", .corrupt) { $0[payload(0xDA, $0) + 2] = 0x04 },
    Case("a third Huffman table that is missing", .corrupt) { $0[payload(0xDA, $0) + 2] = 0x22 },
    Case("no quantiser", .corrupt) {
      let at = payload(0xDB, $0) - 4
      $0.removeSubrange(at..<(at + 133))
    },
    Case("a quantiser too short", .corrupt) { $0[payload(0xDB, $0) - 1] -= 8 },
    Case("a Huffman table with more symbols than bytes", .corrupt) {
      $0[payload(0xC4, $0) + 16] = 200
    },
    Case("a Huffman table with too many codes", .corrupt) {
      $0[payload(0xC4, $0) + 1] = 3
      $0[payload(0xC4, $0) + 8] = 13
    },
    Case("a DC symbol above 15", .corrupt) { $0[payload(0xC4, $0) + 17] = 16 },
    Case("64250×64250 in a few bytes", .corrupt) {
      $0.replaceSubrange(
        payload(0xC0, $0) + 1..<payload(0xC0, $0) + 5, with: [0xFA, 0xFA, 0xFA, 0xFA])
    },
  ]

  @Test("What breaks the format's rules is refused", arguments: cases)
  func refused(_ test: Case) {
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      #expect(decodingError(test.file) == test.expected)
    }
    #expect(elapsed < .seconds(5))
  }

  @Test("Odd but lawful headers are taken")
  func lawful() throws {
    var picture = Self.picture(40, 40)
    let file = picture.sequentialFile()
    let whole = try DecodedJPEG(file)
    // Numbers that mean nothing in a sequential scan.
    var changed = file
    changed[Self.payload(0xDA, file) + 7] = 0
    changed[Self.payload(0xDA, file) + 8] = 0
    changed[Self.payload(0xDA, file) + 9] = 0xFF
    #expect(try DecodedJPEG(changed) == whole)
    // Segments of any kind, restart numbers and a length below 2 between segments.
    picture.segments = segment(0xFE, Array("comment".utf8)) + segment(0xE2, [1, 2, 3])
    picture.segments += [0xFF, 0xD3, 0xFF, 0xFF, 0xE5, 0, 2, 0xFF, 0xE6, 0, 0]
    #expect(try DecodedJPEG(picture.sequentialFile()) == whole)
    // A quantiser of 0 makes its coefficients 0.
    picture.quantisers = [Int](repeating: 0, count: 64)
    #expect(try DecodedJPEG(picture.sequentialFile()).pixels.allSatisfy { $0 == 128 })
    // 16-bit quantisers that exceed all bounds.
    picture.quantisers = [Int](repeating: 65535, count: 64)
    for denominator in [8, 4, 2] {
      #expect(try DecodedJPEG(picture.sequentialFile(), denominator: denominator).warnings == [])
    }
  }

  @Test("Scans that do not follow on each other are passed over, however many")
  func contradictingScans() throws {
    let picture = Self.picture(40, 40)
    let whole = try DecodedJPEG(picture.progressiveFile(Self.script), denominator: 2)
    for extra in [
      ScanPlan(parts: [0, 1, 2], band: 0...0, after: 1),
      ScanPlan(parts: [0], band: 1...63, before: 1, after: 0),
      ScanPlan(parts: [1], band: 5...60, before: 9, after: 8),
    ] {
      let script = Self.script + Array(repeating: extra, count: 50)
      var file = picture.progressiveFile(script)
      // Without the marker of the end the decoder must read on to find out that nothing is missing.
      file.removeLast(2)
      let decoded = try DecodedJPEG(file, denominator: 2)
      #expect(decoded.codes == [.truncated, .damaged])
      #expect(decoded.pixels == whole.pixels)
    }
  }

  @Test("A file whose data never came has nothing to show")
  func nothing() throws {
    let picture = Self.picture(40, 40)
    let beyond = [ScanPlan(parts: [0], band: 30...63), ScanPlan(parts: [1], band: 30...63)]
    #expect(decodingError(picture.progressiveFile(beyond)) == .corrupt)
    let file = picture.sequentialFile()
    let dataStart = Self.payload(0xDA, file) + 10
    #expect(decodingError(Array(file[..<dataStart])) == .corrupt)
    #expect(decodingError(Array(file[..<dataStart] + [0xFF, 0xD9])) == .corrupt)
    let luma = try DecodedJPEG(picture.sequentialFile([[0]]))
    #expect(luma.codes == [.truncated])
  }
}

/// A source whose bytes are others from a moment on.
private final class RewrittenSource: ByteSource {
  private let first: MemorySource
  private let second: MemorySource
  private let isRewritten = Mutex(false)

  init(_ first: [UInt8], _ second: [UInt8]) {
    self.first = MemorySource(first)
    self.second = MemorySource(second)
  }

  private var current: MemorySource { isRewritten.withLock { $0 ? second : first } }

  var byteCount: UInt64 { current.byteCount }

  func rewrite() { isRewritten.withLock { $0 = true } }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    try current.read(into: buffer, at: offset)
  }
}
