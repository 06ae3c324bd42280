import Foundation
import Gallery
import MediaTypes
import TestSupport
import Testing

/// The page in a browser, where there is one.
@Suite(
  "A contact sheet in Chromium", .timeLimit(.minutes(3)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")))
struct BrowserTests {
  /// A page of 300 files: every tenth failed, every third a video.
  static func page(in directory: TemporaryDirectory) throws -> URL {
    let url = directory.url.appending(path: "sheet.html")
    var writer = try GalleryWriter(page: Array(url.path(percentEncoded: false).utf8))
    for index in 0..<300 {
      let name = "folder/file \(index).jpg"
      var entry = GalleryEntry(
        name: name, path: Array(name.utf8),
        outcome: index % 10 == 0
          ? .failed(ThumbnailError(index % 20 == 0 ? .corrupt : .crashed, "broken here"))
          : .shown(
            .init(path: Array(name.utf8), size: PixelSize(width: 8, height: 8), byteCount: 9)))
      entry.kind = index % 3 == 0 ? .video : .image
      entry.byteCount = UInt64(index)
      try writer.add(entry)
    }
    try writer.finish(title: "T", thumbnailDirectory: [0x2E], skippedCount: 0, notes: [])
    return url
  }

  /// What somebody does, and what the page then says or shows.
  static let uses = [
    ("0", "300 shown"), ("outcome.value = 'failed'", "30 of 300 shown"),
    ("outcome.value = 'crashed'", "15 of 300 shown"), ("kind.value = 'video'", "100 of 300 shown"),
    ("kind.value = 'video', outcome.value = 'shown'", "90 of 300 shown"),
    ("text.value = 'FILE 29'", "13 of 300 shown"), ("text.value = 'broken'", "30 of 300 shown"),
    ("text.value = 'nothing like it'", "0 of 300 shown"),
    ("order.value = 'name'", "file 0.jpg, file 1.jpg, file 2.jpg"),
    ("order.value = 'bytes'", "file 299.jpg, file 298.jpg, file 297.jpg"),
  ]

  @Test("Files are found by text, kind and outcome, and put in order by name and size")
  func uses() async throws {
    let directory = try TemporaryDirectory()
    let url = try Self.page(in: directory)
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(Self.script.utf8))
    try handle.close()
    let outcome = try await ProcessRunner.run(
      "/usr/bin/chromium",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000", "--dump-dom",
        "--user-data-dir=\(directory.path)/profile", url.absoluteString,
      ], timeout: .seconds(90))
    for (action, result) in Self.uses {
      #expect(outcome.output.contains("[\(action): \(result)]"), "\(action)")
    }
  }

  /// Does it all, one after the other, and writes down what is shown.
  private static let script = """
    <script>
    const results = [];
    const pause = () => new Promise(done => setTimeout(done, 300));
    const set = async (name, action) => {
      document.getElementById('bar').reset();
      action();
      for (const id of ['text', 'kind', 'outcome', 'order'])
        for (const kind of ['input', 'change'])
          document.getElementById(id).dispatchEvent(new Event(kind));
      await pause();
      const names = Array.from(document.querySelectorAll('li h2'), h2 => h2.textContent);
      results.push('[' + name + ': ' + (name.startsWith('order')
        ? names.slice(0, 3).join(', ') : document.getElementById('shown').textContent) + ']');
    };
    (async () => {
      \(uses.map { "await set(\"\($0.0)\", () => { \($0.0) });" }.joined(separator: "\n"))
      document.body.append(results.join());
    })();
    </script>
    """
}
