import MediaTypes
import SharePreviews
import TestSupport
import Testing
import Thumbnails

@Suite("Order and time of previews", .timeLimit(.minutes(1)))
struct DeliveryTests {
  /// A GIF whose length tells it from others.
  static func item(_ padding: Int, identifier: String = "") -> ShareItem {
    ShareItem(
      .bytes(Samples.gif + [UInt8](repeating: 0, count: padding)), identifier: identifier)
  }

  static func padding(_ facts: MediaFacts) -> Int {
    Int(facts.byteCount ?? 0) - Samples.gif.count
  }

  @Test("Results come as they are ready, and are collected in the order of the items")
  func order() async {
    // The later an item, the sooner it is done.
    let maker = FakeMaker { facts, _ throws(ThumbnailError) in
      try? await Task.sleep(for: .milliseconds(30 * (3 - Self.padding(facts))))
      return .full
    }
    let items = (0..<4).map { Self.item($0, identifier: "item \($0)") }
    var positions: [Int] = []
    for await result in ShareSession(items, by: maker).results() {
      #expect(result.isFinal)
      #expect(result.identifier == "item \(result.position)")
      positions.append(result.position)
    }
    #expect(positions.sorted() == [0, 1, 2, 3])
    #expect(positions != [0, 1, 2, 3])
    let collected = await ShareSession(items, by: maker).results().collect()
    #expect(collected.map(\.position) == [0, 1, 2, 3])
  }

  @Test("What is done at once is delivered as well, any number of times")
  func atOnce() async {
    for _ in 0..<500 {
      let results = await ShareSession([.file("/nowhere")], by: FakeMaker()).results().collect()
      #expect(results.first?.error?.code == .vanished)
    }
  }

  @Test("No items give no results")
  func none() async {
    #expect(await ShareSession([], by: FakeMaker()).results().collect().isEmpty)
  }

  @Test("No sizes give previews without pictures, and ask nobody")
  func noSizes() async {
    let maker = FakeMaker()
    let session = ShareSession([Self.item(0)], by: maker, options: ShareOptions(sizes: []))
    let results = await session.results().collect()
    #expect(results.first?.preview.pixelSize == PixelSize(width: 1, height: 1))
    #expect(results.first?.preview.thumbnails.isEmpty == true)
    #expect(maker.questions.isEmpty)
  }

  @Test("Several sizes are one question where there is no hurry")
  func oneDecode() async {
    let maker = FakeMaker()
    let session = ShareSession(
      [Self.item(0)], by: maker, options: ShareOptions(sizes: [.big, .small]))
    let results = await session.results().collect()
    #expect(results.first?.preview.thumbnails.map(\.name) == ["big", "small"])
    #expect(maker.questions.map(\.sizes) == [[1024, 256]])
  }

  @Test("At the deadline every item has a result: done, as good as it is, or timed out")
  func deadline() async {
    // Item 0 is done at once, item 1 in its small size only, item 2 never.
    let maker = FakeMaker { facts, options throws(ThumbnailError) in
      let item = Self.padding(facts)
      if item == 2 || (item == 1 && options.sizes.contains(1024)) {
        try await FakeMaker.waitForEver()
      }
      return .full
    }
    let session = ShareSession(
      (0..<3).map { Self.item($0) }, by: maker,
      options: ShareOptions(sizes: [.small, .big], deadline: .milliseconds(300)))
    let results = await session.results().collect()
    #expect(results.map(\.isFinal) == [true, true, true])
    #expect(results.map { $0.error?.code } == [nil, nil, .timedOut])
    #expect(results[0].preview.thumbnails.map(\.name) == ["small", "big"])
    #expect(results[1].preview.thumbnails.map(\.name) == ["small"])
    #expect(results[1].preview.warnings.map(\.code) == [.timedOut])
    #expect(results[2].preview.thumbnails.isEmpty)
    #expect(results[2].preview.title == "Untitled")
    #expect(results[2].preview.byteCount == UInt64(Samples.gif.count + 2))
  }

  @Test("A provider that does not come is timed out, though it does not heed its cancellation")
  func deafProvider() async {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let deaf = ItemProvider {
      // Waits in a task that nobody cancels.
      await Task { for await _ in gate {} }.value
      return .bytes(Samples.gif)
    }
    let session = ShareSession(
      [ShareItem(.provider(deaf), identifier: "deaf", suggestedName: "a.jpg"), Self.item(0)],
      by: FakeMaker(), options: ShareOptions(deadline: .milliseconds(200)))
    let results = await session.results().collect()
    #expect(results.map { $0.error?.code } == [.timedOut, nil])
    #expect(results[0].preview.title == "a.jpg")
    #expect(results[0].identifier == "deaf")
    opener.finish()
  }

  @Test("Early previews come before the final one, from an embedded picture where there is one")
  func early() async throws {
    let fixture = try #require(
      Fixture.all(in: "embedded").first { $0.mime == "image/jpeg" && $0.expectation.demandsPreview }
    )
    var options = ShareOptions(sizes: [.small, .big])
    options.earlyPreviews = .always
    let maker = FakeMaker { _, options throws(ThumbnailError) in
      options.embedded == .only ? .embedded : .scaled
    }
    let session = ShareSession(
      [.file(fixture.filePath)], by: maker, options: options)
    var results: [ShareResult] = []
    for await result in session.results() { results.append(result) }
    #expect(results.map(\.isFinal) == [false, true])
    #expect(
      results.map { $0.preview.thumbnails.map(\.source) } == [[.embedded], [.scaled, .scaled]])
    #expect(maker.questions.map(\.sizes) == [[256], [256, 1024]])
    #expect(maker.questions.map(\.embedded) == [.only, .prefer])
  }

  @Test("A last attempt that fails leaves the early preview, with a warning")
  func failingLast() async {
    var options = ShareOptions(sizes: [.small, .big])
    options.earlyPreviews = .always
    let maker = FakeMaker { _, options throws(ThumbnailError) in
      if options.sizes.contains(1024) { throw ThumbnailError(.corrupt, "broken in the middle") }
      return .scaled
    }
    let session = ShareSession([Self.item(0)], by: maker, options: options)
    let result = await session.results().collect().first
    #expect(result?.error == nil)
    #expect(result?.preview.thumbnails.map(\.name) == ["small"])
    #expect(result?.preview.warnings.map(\.code) == [.damaged])
  }

  @Test("To stop listening stops the work")
  func stopListening() async {
    let maker = FakeMaker { facts, _ throws(ThumbnailError) in
      if Self.padding(facts) > 0 { try await FakeMaker.waitForEver() }
      return .full
    }
    let session = ShareSession((0..<3).map { Self.item($0) }, by: maker)
    for await result in session.results() {
      #expect(result.position == 0)
      break
    }
    while maker.stopCount < maker.questions.count - 1 { await Task.yield() }
    #expect(maker.stopCount <= 2)
  }

  @Test("To cancel a session gives each item that is not done the code cancelled")
  func cancelSession() async {
    let maker = FakeMaker { facts, _ throws(ThumbnailError) in
      if Self.padding(facts) > 0 { try await FakeMaker.waitForEver() }
      return .full
    }
    let session = ShareSession((0..<3).map { Self.item($0) }, by: maker)
    var codes: [Int: ThumbnailError.Code?] = [:]
    for await result in session.results() {
      codes[result.position] = .some(result.error?.code)
      if result.position == 0 { session.cancel() }
    }
    #expect(codes == [0: nil, 1: .cancelled, 2: .cancelled])
  }

  @Test("To cancel the task that collects gives what there is, and cancelled for the rest")
  func cancelTask() async {
    let maker = FakeMaker { _, _ throws(ThumbnailError) in
      try await FakeMaker.waitForEver()
      return .full
    }
    let session = ShareSession([Self.item(0), Self.item(1)], by: maker)
    let task = Task { await session.results().collect() }
    while maker.questions.count < 2 { await Task.yield() }
    task.cancel()
    #expect(await task.value.map { $0.error?.code } == [.cancelled, .cancelled])
  }

  @Test("What rules refuse is shown and not decoded")
  func refused() async {
    let maker = FakeMaker()
    var rules = ShareRules()
    rules.maxCounts = [.image: 1]
    let session = ShareSession([Self.item(0), Self.item(1)], by: maker)
    let verdict = await session.verdict(by: rules)
    let results = await session.results(after: verdict).collect()
    #expect(results.map { $0.refusal?.code } == [nil, .tooManyOfKind])
    #expect(results.map { $0.preview.thumbnails.count } == [1, 0])
    #expect(results[1].preview.typeText == "GIF image")
    #expect(results[1].upload != nil)
    #expect(maker.questions.count == 1)
  }

  @Test("A stream is read once, for a verdict and for any number of results")
  func readOnce() async {
    let stream = ByteStream(
      AsyncStream<[UInt8]> { continuation in
        continuation.yield(Samples.gif)
        continuation.finish()
      })
    let session = ShareSession([ShareItem(.stream(stream))], by: FakeMaker())
    #expect(await session.verdict(by: ShareRules()).isAccepted)
    for _ in 0..<2 {
      let results = await session.results().collect()
      #expect(results.first?.error == nil)
      #expect(results.first?.preview.byteCount == UInt64(Samples.gif.count))
    }
  }

  @Test(
    "Cancelled decoders stop and give their memory back", arguments: ["colour.jpg", "colour.png"])
  func decodersStop(name: String) async throws {
    let path = try Fixture.at("same-picture/\(name)").filePath
    let thumbnailer = Thumbnailer()
    let items = [ShareItem](repeating: .file(path), count: 40)
    let session = ShareSession(items, by: thumbnailer)
    let task = Task { await session.results().collect() }
    task.cancel()
    #expect(await task.value.allSatisfy { $0.error == nil || $0.error?.code == .cancelled })
    // What was not given back could not be had by who comes next.
    let again = await ShareSession([.file(path)], by: thumbnailer).results().collect()
    #expect(again.first?.error == nil)
  }
}
