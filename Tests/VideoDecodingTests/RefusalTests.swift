import ByteSources
import MediaTypes
import Synchronization
import TestSupport
import Testing
import VideoDecoding

@Suite("What is refused, and in which words", .timeLimit(.minutes(2)))
struct RefusalTests {
  private static func code(_ body: () throws -> Seen) -> ThumbnailError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? ThumbnailError)?.code
    }
  }

  @Test("A frame above the budget is refused, in containers that say the size and in others")
  func overBudget() async throws {
    for (name, format) in [("a.mp4", MediaFormat.mp4), ("a.ts", .mpegTS), ("a.h264", .h264)] {
      let clip = try await Clips.corners(
        ContainerTests.x264, size: "1920x1080", seconds: "0.1", to: name)
      #expect(Self.code { try Seen(clip, format, budget: 3_000_000) } == .overBudget, "\(name)")
      #expect(Self.code { try Seen(clip, format, budget: 40 << 20) } == nil, "\(name)")
    }
  }

  @Test("A stop ends the decode as a passed time limit, whenever it comes")
  func stopped() async throws {
    let clip = try await Clips.corners(ContainerTests.x264, to: "a.ts")
    let reads = Mutex(0)
    _ = try Seen(clip, .mpegTS) {
      reads.withLock { $0 += 1 }
      return false
    }
    let all = reads.withLock { $0 }
    #expect(all > 2)
    for last in 0..<all {
      let count = Mutex(0)
      let found = Self.code {
        try Seen(clip, .mpegTS) {
          count.withLock {
            $0 += 1
            return $0 > last
          }
        }
      }
      #expect(found == .timedOut, "stopped at question \(last)")
    }
  }

  @Test("A source that fails at the n-th read fails as the source says, or no longer matters")
  func failingReads() async throws {
    let clip = try await Clips.corners(ContainerTests.x264, to: "a.mp4")
    var shown = 0
    for read in 0..<12 {
      let source = FailingAt(read, of: clip)
      do throws(ThumbnailError) {
        let bytes = try VideoDecoder.coverBytes(from: source, format: .mp4)
        #expect(bytes == nil)
        shown += 1
      } catch {
        #expect(error.code == .unreadable)
      }
    }
    #expect(shown > 0)
  }

  @Test("Rubbish is corrupt, whatever it is said to be")
  func rubbish() {
    var generator = SplitMix(state: 1)
    let bytes = (0..<200_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for format in MediaFormat.videos {
      for content in [[], [0], bytes, [UInt8](repeating: 0, count: 70_000)] {
        let found = Self.code { try Seen(content, format) }
        #expect(
          found == .corrupt || found == .noPreview || found == .unsupported || found == .overBudget,
          "\(format) of \(content.count) bytes: \(String(describing: found))")
      }
    }
  }
}

/// A source whose n-th read and all after it fail.
private final class FailingAt: ByteSource {
  private let content: MemorySource
  private let left: Mutex<Int>

  init(_ read: Int, of bytes: [UInt8]) {
    content = MemorySource(bytes)
    left = Mutex(read)
  }

  var byteCount: UInt64 { content.byteCount }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    let mayRead = left.withLock { left in
      left -= 1
      return left >= 0
    }
    guard mayRead else { throw ThumbnailError(.unreadable, "the disk has gone") }
    return try content.read(into: buffer, at: offset)
  }
}
