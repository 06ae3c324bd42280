import ByteSources
import Foundation
import MediaTypes
import Synchronization
import TestSupport
import Testing
import ThumbnailMaking
import Thumbnails

/// A task that is cancelled while a decoder neither reads nor ends.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
  /// Bytes that are not given before a gate is opened.
  private final class GatedSource: ByteSource {
    private let source: MemorySource
    private let gate = DispatchSemaphore(value: 0)
    /// Told once somebody stands before the gate.
    let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let state = Mutex((isOpen: false, hasLeft: false))

    init(_ bytes: [UInt8]) {
      source = MemorySource(bytes)
      (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    }

    var byteCount: UInt64 { source.byteCount }
    /// Whether a read has come through the gate.
    var hasLeft: Bool { state.withLock { $0.hasLeft } }

    func open() {
      state.withLock { $0.isOpen = true }
      gate.signal()
    }

    func read(
      into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(ThumbnailError) -> Int {
      if !state.withLock({ $0.isOpen }) {
        arrived.yield()
        gate.wait()
      }
      state.withLock { $0.hasLeft = true }
      return try source.read(into: buffer, at: offset)
    }
  }

  @Test("It returns at once; the decoder ends later, and others have its bytes then")
  func decoderThatDoesNotNotice() async throws {
    let bytes = try Fixture.at("same-picture/colour.png").bytes()
    let gated = GatedSource(bytes)
    let thumbnailer = Thumbnailer(
      Thumbnailer.Configuration(budgetByteCount: 80 << 20, threadCount: 1))
    let facts = try await thumbnailer.facts(of: .bytes(bytes))
    let task = Task {
      try await thumbnailer.thumbnails(
        of: SniffedMedia(source: gated, facts: facts), options: ThumbnailOptions(sizes: [64]))
    }
    for await _ in gated.arrivals { break }
    task.cancel()
    let result = await task.result
    #expect(!gated.hasLeft)
    #expect { try result.get() } throws: { ($0 as? ThumbnailError)?.code == .cancelled }
    gated.open()
    let next = try await thumbnailer.thumbnail(of: .bytes(bytes), maxPixelSize: 64)
    #expect(next.size.longerSide == 64)
  }

  @Test("One that is cancelled before it begins decodes nothing")
  func early() async throws {
    let bytes = try Fixture.at("same-picture/colour.png").bytes()
    let thumbnailer = Thumbnailer()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await thumbnailer.thumbnail(of: .bytes(bytes), maxPixelSize: 64)
    }
    task.cancel()
    let result = await task.result
    #expect { try result.get() } throws: { ($0 as? ThumbnailError)?.code == .cancelled }
  }

  @Test("A descriptor may be closed as soon as the call has returned")
  func descriptor() async throws {
    let path = try Fixture.at("same-picture/colour.png").url.path(percentEncoded: false)
    let thumbnailer = Thumbnailer()
    for _ in 0..<20 {
      let file = try #require(FileHandle(forReadingAtPath: path))
      let task = Task {
        try await thumbnailer.thumbnail(of: .descriptor(file.fileDescriptor), maxPixelSize: 64)
      }
      task.cancel()
      _ = await task.result
      try file.close()
    }
    #expect(
      try await thumbnailer.thumbnail(of: .file(path), maxPixelSize: 64).size.longerSide == 64)
  }
}
