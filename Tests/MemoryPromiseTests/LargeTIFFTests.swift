import Foundation
import TestSupport
import Testing

/// Pictures of 9 megapixels and more, which are too large to be fixtures: black, so that they are
/// made in no time.
@Suite("Planned and actual memory of large TIFF", .timeLimit(.minutes(10)))
struct LargeTIFFTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: TIFFWriter
    /// Bytes a strip or tile, and how many there are.
    let part: (byteCount: Int, count: Int)

    init(
      _ name: String, channels: Int = 3, bits: Int = 8, height: Int = 1500, parts: Int,
      _ change: (inout TIFFWriter) -> Void
    ) {
      testDescription = name
      var file = TIFFWriter()
      (file.width, file.height) = (6000, height)
      file.channels = channels
      file.bits = bits
      file.photometric = channels >= 3 ? 2 : 1
      file.rowsPerStrip = height
      file.isDirectoryFirst = true
      change(&file)
      self.file = file
      let tile = file.tile ?? (6000, file.rowsPerStrip)
      let samples = file.isPlanar ? 1 : channels
      part = (tile.width * tile.height * samples * bits / 8, parts)
    }
  }

  static let cases = [
    Case("one strip", parts: 1) { _ in },
    Case("strips of 16 rows", parts: 94) { $0.rowsPerStrip = 16 },
    Case("one strip of runs", parts: 1) { $0.packing = .runs },
    Case("one strip of 16 bits", bits: 16, parts: 1) { $0.isBigEndian = true },
    Case("one strip with alpha", channels: 4, parts: 1) { $0.extraSamples = 2 },
    Case("one strip of inks", channels: 4, parts: 1) { $0.photometric = 5 },
    Case("one strip of grey", channels: 1, bits: 16, height: 3000, parts: 1) { _ in },
    Case("one strip of 12 bits", bits: 12, parts: 1) { _ in },
    Case("one strip of floating point", bits: 32, parts: 1) { $0.sampleFormat = 3 },
    Case("tiles of long floating point", bits: 64, parts: 24 * 6) {
      ($0.sampleFormat, $0.tile) = (3, (256, 256))
    },
    Case("one strip of luma and chroma", parts: 1) {
      ($0.photometric, $0.chromaSubsampling) = (6, [1, 1])
    },
    Case("one strip of blocks of luma", parts: 1) {
      ($0.photometric, $0.chromaSubsampling) = (6, [2, 2])
    },
    Case("planes", parts: 3) { $0.isPlanar = true },
    Case("tiles", parts: 24 * 6) { $0.tile = (256, 256) },
    Case("turned", parts: 1) { $0.orientation = 6 },
  ]

  @Test("Actual is at most planned, and planned at most three times actual", arguments: cases)
  func large(_ item: Case) async throws {
    let place = try TemporaryDirectory()
    let path = place.path + "/large.tif"
    // 128 zeros each: as many runs as a row has bytes for, and more than needed at its end.
    let runs = [[UInt8]](repeating: [0x81, 0], count: item.part.byteCount / 128 + 1).flatMap { $0 }
    let isPacked = item.file.packing == .runs
    let counts = [Int](
      repeating: isPacked ? runs.count : item.part.byteCount, count: item.part.count)
    let (head, directory) = item.file.outline(of: counts)
    try Data(head + directory + (isPacked ? runs : [])).write(to: URL(filePath: path))
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.truncate(
      atOffset: UInt64(head.count + directory.count + counts.reduce(0, +)))
    try handle.close()

    let probe = ProcessRunner.productsDirectory.appending(path: "memory-probe")
    let outcome = try await ProcessRunner.run(
      probe.path(percentEncoded: false), ["plans", "--sizes", "45,256,1024", path],
      timeout: .seconds(300))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(fields.count >= 9, "\(line)")
      let (planned, actual) = (try #require(Double(fields[3])), try #require(Double(fields[4])))
      #expect(fields[2] == "ok" && fields[8] == "tiffRows", "\(line)")
      #expect(actual <= planned && planned <= 3 * max(actual, 4 * 0x10_0000), "\(line)")
    }
  }
}
