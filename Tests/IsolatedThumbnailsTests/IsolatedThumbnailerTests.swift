import Foundation
import IsolatedThumbnails
import MediaTypes
import SharePreviews
import TestSupport
import Testing

@Suite("Thumbnails made in processes of their own", .timeLimit(.minutes(2)))
struct IsolatedThumbnailerTests {
  /// The path of a program that was built with the tests.
  static func program(_ name: String) -> String {
    ProcessRunner.productsDirectory.appending(path: name).path(percentEncoded: false)
  }

  /// Workers that do what files tell them.
  static func obedient(workers: Int = 2) throws -> IsolatedThumbnailer {
    try IsolatedThumbnailer(
      .init(workerLimit: workers, workerPath: program("thumbs-test-worker")))
  }

  /// A picture whose comment tells a test's worker what to do.
  static func item(_ order: String) -> ShareItem {
    ShareItem(.bytes(Array("P6\n# \(order)\n1 1\n255\nabc".utf8)), identifier: order)
  }

  @Test("Real workers make what there is to make, of files and of what is none")
  func real() async throws {
    let maker = try IsolatedThumbnailer(.init(workerPath: Self.program("thumbs-worker")))
    let fixture = try Fixture.at("same-picture/colour.jpg")
    let pixels = try RawPixels(
      [UInt8](repeating: 200, count: 40 * 30 * 3), size: PixelSize(width: 40, height: 30),
      format: .rgb)
    let items = [
      ShareItem.file(fixture.url.path(percentEncoded: false)),
      ShareItem(.bytes(try fixture.bytes())), ShareItem(.pixels(pixels)),
      .file("/nowhere/a.jpg"),
    ]
    let results = await ShareSession(items, by: maker).results().collect()
    #expect(results.map { $0.error?.code } == [nil, nil, nil, .vanished])
    let images = results.map { $0.preview.thumbnail(.small) }
    #expect(images[0]?.bytes == images[1]?.bytes)
    #expect(images[2]?.size == PixelSize(width: 40, height: 30))
  }

  @Test("A decoder that dies costs its own item")
  func crashes() async throws {
    let session = ShareSession(
      ["thumbnail", "exit 3", "signal 11", "garbage", "refuse", "thumbnail"].map(Self.item),
      by: try Self.obedient())
    let results = await session.results().collect()
    #expect(
      results.map { $0.error?.code } == [nil, .crashed, .crashed, .crashed, .corrupt, nil])
  }

  @Test("A decoder that hangs is killed when its task is cancelled, and makes room for the next")
  func cancelled() async throws {
    let maker = try Self.obedient(workers: 1)
    let session = ShareSession(["hang", "hang", "hang"].map(Self.item), by: maker)
    let task = Task { await session.results().collect() }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    #expect(await task.value.map { $0.error?.code } == [.cancelled, .cancelled, .cancelled])
    let next = await ShareSession([Self.item("thumbnail")], by: maker).results().collect()
    #expect(next.first?.error == nil)
  }

  @Test("Workers end with who uses them")
  func workersEnd() async throws {
    let process = try await Self.workerOfOneUse()
    // The thread of the service ends them; nothing says when, so that this waits.
    while kill(process, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// The number of a worker that was used, after its user is gone.
  private static func workerOfOneUse() async throws -> Int32 {
    let session = ShareSession([item("thumbnail")], by: try obedient())
    let result = try #require(await session.results().collect().first)
    let warning = try #require(result.preview.warnings.first { $0.code == .oddHeader })
    let process = try #require(Int32(warning.detail))
    #expect(kill(process, 0) == 0)
    return process
  }

  @Test(
    "A worker that cannot be started, or is none, fails every job",
    arguments: ["/nowhere", "/bin/true"])
  func noWorker(path: String) async throws {
    let maker = try IsolatedThumbnailer(.init(workerPath: path))
    for _ in 0..<2 {
      let results = await ShareSession(
        ["thumbnail", "thumbnail"].map(Self.item), by: maker
      ).results().collect()
      #expect(results.map { $0.error?.code } == [.crashed, .crashed])
    }
  }

  @Test("A budget that pays for no worker is refused at once")
  func budget() {
    let error = #expect(throws: ThumbnailError.self) {
      try IsolatedThumbnailer(
        .init(budgetByteCount: 1 << 20, workerPath: Self.program("thumbs-worker")))
    }
    #expect(error?.code == .overBudget)
  }
}
