import Foundation
import Gallery
import MediaTypes
import SystemCalls
import TestSupport
import Testing

@Suite("A contact sheet", .timeLimit(.minutes(1)))
struct GalleryWriterTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  var page: [UInt8] { bytes("sheet.html") }

  func bytes(_ name: String) -> [UInt8] { Array("\(directory.path)/\(name)".utf8) }

  func shown(_ name: String, output: String, byteCount: UInt64 = 3) -> GalleryEntry {
    GalleryEntry(
      name: name, path: bytes("in/\(name)"),
      outcome: .shown(
        .init(
          path: Array(output.utf8), size: PixelSize(width: 256, height: 192), byteCount: byteCount))
    )
  }

  func failed(_ name: String, _ code: ThumbnailError.Code, _ message: String) -> GalleryEntry {
    GalleryEntry(
      name: name, path: bytes("in/\(name)"), outcome: .failed(ThumbnailError(code, message)))
  }

  func text(of entries: [GalleryEntry], skipped: Int = 0, notes: [String] = []) throws -> String {
    var writer = try GalleryWriter(page: page)
    for entry in entries { try writer.add(entry) }
    try writer.finish(
      title: "Pictures", thumbnailDirectory: bytes("out"), skippedCount: skipped, notes: notes)
    return try String(contentsOf: directory.url.appending(path: "sheet.html"), encoding: .utf8)
  }

  @Test("A small page holds its pictures")
  func holdsPictures() throws {
    try directory.write([1, 2, 3], to: "out/a.jpg.jpg")
    let text = try text(of: [shown("a.jpg", output: "a.jpg.jpg")])
    #expect(text.contains("src=\"data:image/jpeg;base64,AQID\""))
    #expect(text.contains("href=\"in/a.jpg\""))
    #expect(text.contains("alt=\"Preview of a.jpg\""))
  }

  @Test(
    "A page refers to the pictures' files from one thumbnail, or one byte, too many on",
    arguments: [
      (GalleryWriter.mostHeldCount, 3, true), (GalleryWriter.mostHeldCount + 1, 3, false),
      (1, GalleryWriter.mostHeldByteCount, true), (1, GalleryWriter.mostHeldByteCount + 1, false),
    ] as [(Int, UInt64, Bool)])
  func limits(count: Int, byteCount: UInt64, isHeld: Bool) throws {
    try directory.write([1, 2, 3], to: "out/a b.jpg.jpg")
    let entries = Array(
      repeating: shown("a b.jpg", output: "a b.jpg.jpg", byteCount: byteCount), count: count)
    let text = try text(of: entries)
    #expect(text.contains("src=\"data:") == isHeld)
    #expect(text.contains("src=\"out/a%20b.jpg.jpg\"") == !isHeld)
    #expect(text.split(separator: "<li data-").count == count + 1)
  }

  @Test("A thumbnail that has gone is referred to")
  func vanished() throws {
    let text = try text(of: [shown("a.jpg", output: "a.jpg.jpg")])
    #expect(text.contains("src=\"out/a.jpg.jpg\""))
  }

  @Test("Counts, failures by code and kinds stand at the top")
  func counts() throws {
    var video = shown("b.mp4", output: "b.mp4.jpg")
    video.kind = .video
    let text = try text(
      of: [
        shown("a.jpg", output: "a.jpg.jpg"), video, failed("c.png", .corrupt, "ends early"),
        failed("d.png", .corrupt, "ends early"), failed("e.png", .overBudget, "needs 300 MB"),
      ], skipped: 1234, notes: ["took 3 s", "thumbs"])
    #expect(text.contains("<b>2</b> with a thumbnail"))
    #expect(text.contains("<b>3</b> failed"))
    #expect(text.contains("<b>1,234</b> not media"))
    #expect(text.contains("took 3 s · thumbs"))
    #expect(text.contains("<option value=corrupt>– corrupt (2)"))
    #expect(text.contains("<option value=video>videos (1)"))
    #expect(text.contains("<b>overBudget</b><span>needs 300 MB</span>"))
  }

  @Test("A page of nothing says so")
  func empty() throws {
    let text = try text(of: [])
    #expect(text.contains("<b>0</b> with a thumbnail"))
    #expect(text.contains("<p id=none class=none>Nothing to show.</p>"))
  }

  @Test("Names, messages and warnings are text, whatever they contain")
  func hostile() throws {
    let name = "<script>alert(1)</script>&\"'\u{1B}.jpg"
    var entry = failed(name, .corrupt, "</span><script>")
    entry.warnings = ["truncated: <b>"]
    entry.mime = "image/<x>"
    let text = try text(of: [entry])
    #expect(text.split(separator: "<script>").count == 2, "the page has its own script only")
    #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;'\u{FFFD}.jpg"))
    #expect(text.contains("&lt;/span&gt;&lt;script&gt;"))
    #expect(text.contains("truncated: &lt;b&gt;"))
    #expect(text.contains("image/&lt;x&gt;"))
    #expect(!text.contains("\u{1B}") && !text.contains("\u{0}"))
  }

  @Test("Nothing else stays in the directory, and an old page is replaced")
  func leavesOnlyThePage() throws {
    try directory.write([1], to: "sheet.html")
    let text = try text(of: [])
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(try names() == ["sheet.html"])
  }

  @Test(
    "What fails leaves the old page and no other file",
    arguments: [
      ("openat", 0), ("open", 0), ("openat", 1), ("write", 0), ("write", 1), ("renameat", 0),
    ])
  func faults(call: String, skipped: Int) throws {
    try directory.write([1], to: "sheet.html")
    let faults = SyscallFaults(call, .noSpace, after: skipped)
    #expect(throws: SystemError.self) {
      try Syscalls.$faults.withValue(faults) {
        _ = try text(of: [failed("a", .corrupt, String(repeating: "x", count: 10_000))])
      }
    }
    #expect(faults.callCount > skipped)
    #expect(try names() == ["sheet.html"])
    #expect(try Data(contentsOf: directory.url.appending(path: "sheet.html")) == Data([1]))
  }

  @Test("A directory that is not there is an error")
  func noDirectory() {
    #expect(throws: SystemError.self) { _ = try GalleryWriter(page: bytes("none/sheet.html")) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }
}
