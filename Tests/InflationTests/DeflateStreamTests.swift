import Glibc
import TestSupport
import Testing

@testable import Inflation

@Suite("A deflate stream", .timeLimit(.minutes(2)))
struct DeflateStreamTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let coding: DeflateWriter.Coding
    let distance: Int
    let content: [UInt8]

    var testDescription: String { name }
  }

  static let cases: [Case] = {
    var random = SplitMix(seed: 1)
    let noise = (0..<80_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let waves = (0..<120_000).map { UInt8(truncatingIfNeeded: $0 / 3 &* 7) }
    let echo = (0..<90_000).map { noise[$0 % 24_576] }
    return [
      Case(name: "nothing", coding: .literals, distance: 1, content: []),
      Case(name: "one byte", coding: .literals, distance: 1, content: [7]),
      Case(name: "stored noise", coding: .stored, distance: 1, content: noise),
      Case(name: "noise in literals", coding: .literals, distance: 1, content: noise),
      Case(name: "runs", coding: .matches, distance: 1, content: waves),
      Case(name: "matches far back", coding: .matches, distance: 24_576, content: echo),
      Case(
        name: "many zeros", coding: .matches, distance: 1,
        content: [UInt8](repeating: 0, count: 300_000)),
    ]
  }()

  @Test(
    "What goes in comes out, whatever the pieces", arguments: cases,
    [(1, 300), (50, 90), (1000, 100_000), (65536, 200_000)])
  func roundTrip(_ item: Case, pieces: (input: Int, output: Int)) throws {
    let stream = DeflateWriter.zlib(item.content, coding: item.coding, distance: item.distance)
    let output = inflate(stream, wrapper: .zlib, pieces: pieces)
    #expect(output.state == .finished)
    #expect(output.bytes == item.content)
  }

  @Test("Every prefix gives a prefix of the content and is not finished")
  func prefixes() {
    let content = (0..<3000).map { UInt8(truncatingIfNeeded: $0 / 5) }
    let stream = DeflateWriter.deflated(content)
    for count in 0..<stream.count {
      let output = inflate(Array(stream[..<count]), wrapper: .none, pieces: (64, 100))
      #expect(output.state == .open)
      #expect(content.starts(with: output.bytes))
    }
  }

  @Test("Bytes that are no deflate are told as broken")
  func broken() {
    #expect(inflate([0x07], wrapper: .none, pieces: (9, 9)).state == .broken)
    // A match that reaches back before the start.
    #expect(inflate([0x03, 0x02, 0x00], wrapper: .none, pieces: (9, 99)).state == .broken)
  }

  @Test("A match that is cut off in the middle uses no more bytes than there are")
  func cutOffMatch() {
    // ISA-L counts a byte too many here, so that what is left of the input becomes 2^32 − 1.
    let bytes: [UInt8] = [
      99, 100, 100, 98, 102, 97, 96, 100, 4, 17, 76, 204, 140, 32, 130, 5, 70, 48, 130, 8, 26, 22,
      70, 16, 193, 192, 200, 8, 34, 152, 152, 25, 65, 4, 11, 0,
    ]
    var room = [UInt8](repeating: 0, count: 261)
    let progress = bytes.withUnsafeBytes { input in
      room.withUnsafeMutableBytes { DeflateStream(wrapper: .none).inflate(input, into: $0) }
    }
    #expect(progress.state == .broken)
    #expect(progress.consumed == bytes.count)
    #expect(progress.produced == 124)
  }

  @Test("Changed bytes never write outside of the room that is lent")
  func mutations() throws {
    var random = SplitMix(seed: 2)
    let fence = try Fence(byteCount: 8192)
    var lies = 0
    for seed in 0..<5_000 {
      let coding = DeflateWriter.Coding.allCases[seed % 3]
      let content = (0..<Int.random(in: 1...600, using: &random)).map {
        $0 % 7 == 0 ? 1 : UInt8($0 % 5)
      }
      var stream = DeflateWriter.deflated(content, coding: coding, distance: seed % 40 + 1)
      for _ in 0...Int.random(in: 0...4, using: &random) {
        stream[Int.random(in: 0..<stream.count, using: &random)] ^= UInt8.random(
          in: 1...255, using: &random)
      }
      let room = Int.random(in: 1...1000, using: &random)
      let inflater = DeflateStream(wrapper: .none)
      var state = DeflateStream.Progress.State.open
      var total = 0
      var position = 0
      while state == .open, total < 100_000 {
        let rest = stream[position...].prefix(Int.random(in: 1...300, using: &random))
        let progress = fence.withRoom(input: Array(rest), outputCount: room) {
          inflater.inflate($0, into: $1)
        }
        if !(0...room).contains(progress.produced) || !(0...rest.count).contains(progress.consumed)
        {
          lies += 1
        }
        state = progress.state
        position += progress.consumed
        total += progress.produced
        if rest.isEmpty && progress.produced == 0 { break }
      }
    }
    #expect(lies == 0)
  }

  private func inflate(
    _ bytes: [UInt8], wrapper: DeflateStream.Wrapper, pieces: (input: Int, output: Int)
  ) -> (bytes: [UInt8], state: DeflateStream.Progress.State) {
    let stream = DeflateStream(wrapper: wrapper)
    var output: [UInt8] = []
    var position = 0
    var room = [UInt8](repeating: 0, count: pieces.output)
    while true {
      let piece = Array(bytes[position...].prefix(pieces.input))
      let progress = piece.withUnsafeBytes { input in
        room.withUnsafeMutableBytes { stream.inflate(input, into: $0) }
      }
      output += room[..<progress.produced]
      position += progress.consumed
      let isStarved = piece.isEmpty && progress.produced < room.count
      if progress.state != .open || isStarved { return (output, progress.state) }
    }
  }
}

/// Memory that ends at a page which may not be touched.
private final class Fence {
  private let input: UnsafeMutableRawPointer
  private let output: UnsafeMutableRawPointer
  private let byteCount: Int

  init(byteCount: Int) throws {
    self.byteCount = byteCount
    input = try Fence.pages(byteCount)
    output = try Fence.pages(byteCount)
  }

  deinit {
    munmap(input, byteCount + 4096)
    munmap(output, byteCount + 4096)
  }

  private static func pages(_ byteCount: Int) throws -> UnsafeMutableRawPointer {
    let memory = try #require(
      mmap(
        nil, byteCount + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    #expect(mprotect(memory + byteCount, 4096, PROT_NONE) == 0)
    return memory
  }

  func withRoom<Result>(
    input bytes: [UInt8], outputCount: Int,
    _ body: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    let start = input + byteCount - bytes.count
    bytes.withUnsafeBytes {
      start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: bytes.count)
    }
    return body(
      UnsafeRawBufferPointer(start: start, count: bytes.count),
      UnsafeMutableRawBufferPointer(
        start: output + byteCount - outputCount, count: outputCount))
  }
}
