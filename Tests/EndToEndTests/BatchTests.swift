import Foundation
import TestSupport
import Testing

@Suite("thumbs batch", .timeLimit(.minutes(2)))
struct BatchTests {
  let thumbs: Thumbs

  /// A directory with three pictures, one of them broken, and a text.
  init() throws {
    thumbs = try Thumbs()
    let picture = try Fixture.at("same-picture/colour.jpg").bytes()
    try thumbs.directory.write(picture, to: "in/a.jpg")
    try thumbs.directory.write(
      Fixture.at("same-picture/colour.png").bytes(), to: "in/below/b.png")
    try thumbs.directory.write(Array(picture.prefix(60)), to: "in/broken.jpg")
    try thumbs.directory.write(Array("text".utf8), to: "in/note.txt")
  }

  @Test("All files of a directory are accounted for, and a second run has nothing to do")
  func directory() async throws {
    let outcome = try await thumbs("batch", "in", "--report", "report.jsonl", "-j", "1")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 9)
    #expect(lines.first?.hasPrefix("broken.jpg: corrupt: ") == true)
    #expect(
      lines[1].wholeMatch(of: #/4 files in [\d.]+ s, at most \d+ MB of 120 MB held/#) != nil)
    #expect(lines[2...3] == ["2 made, 1 not media, 1 failed", "failed: 1 corrupt"])
    let table = lines[4...6].map { $0.split(separator: " ").joined(separator: " ") }
    #expect(table[0] == "type files failed ms each shown by failures")
    #expect(table[1].contains(#/^image\/jpeg 2 1 [\d.]+ \w+ corrupt$/#))
    #expect(table[2].contains(#/^image\/png 1 [\d.]+ \w+$/#))
    #expect(lines.suffix(2) == ["thumbnails: in/.thumbs", "report: report.jsonl"])
    #expect(try thumbs.names().contains("in/.thumbs/a.jpg.jpg"))
    #expect(try thumbs.names().contains("in/.thumbs/below/b.png.jpg"))

    let again = try await thumbs("batch", "in", "--quiet", "--report", "-")
    #expect(again.status == 1)
    #expect(again.errors == "")
    let states = try again.objects().map { "\($0["path"] ?? "") \($0["status"] ?? "")" }
    #expect(
      states.sorted() == [
        "a.jpg current", "below/b.png current", "broken.jpg failed", "note.txt skipped",
      ])
  }

  @Test("Documents of a directory are shown where they are asked for, at any time")
  func documents() async throws {
    try thumbs.directory.write(
      Fixture.at("same-picture/colour.pdf").bytes(), to: "in/below/page.pdf")
    let plain = try await thumbs("batch", "in", "--quiet", "-o", "out", "--report", "-")
    let passed = try plain.objects().first { $0["path"] as? String == "below/page.pdf" }
    #expect(passed?["status"] as? String == "skipped")
    for status in ["ok", "current"] {
      let asked = try await thumbs(
        "batch", "in", "--quiet", "-o", "out", "--kind", "document", "--report", "-")
      let states = try asked.objects().map { "\($0["path"] ?? "") \($0["status"] ?? "")" }
      #expect(states.sorted() == ["below/page.pdf \(status)", "note.txt skipped"])
      #expect(asked.status == 0)
    }
  }

  @Test("Each file has a line where that is wanted")
  func verbose() async throws {
    let outcome = try await thumbs("batch", "in", "-v")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(#/(?m)^a\.jpg: ok, image/jpeg, 240×180, \w+, \d+ ms$/#))
    #expect(outcome.errors.contains(#/(?m)^note\.txt: skipped, [a-z/-]+, \d+ ms$/#))
  }

  @Test(
    "A terminal shows one line of progress, which is gone in the end; a file shows none",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func progress() async throws {
    let line = "\(Thumbs.program) batch in -o out"
    let terminal = try await thumbs.shell("NO_COLOR=1 TERM=xterm script -qec '\(line)' /dev/null")
    let drawn = terminal.output.split(separator: "\r\u{1B}[K")
    #expect(drawn.count > 1)
    let form = #/\d+ of 4 files(, \d+ a second)?(, \d+ failed)?, \d+ MB held, \d+ s/#
    #expect(drawn.contains { $0.wholeMatch(of: form) != nil })
    #expect(drawn.last?.hasPrefix("4 files in ") == true)

    let coloured = try await thumbs.shell("TERM=xterm script -qec '\(line)' /dev/null")
    #expect(coloured.output.contains("\u{1B}[31m1 failed\u{1B}[m, "))
    let dumb = try await thumbs.shell("TERM=dumb script -qec '\(line)' /dev/null")
    #expect(!dumb.output.contains("\u{1B}"))
    let file = try await thumbs("batch", "in", "-o", "out")
    #expect(!file.errors.contains("\u{1B}") && !file.errors.contains("held,"))
  }

  @Test("A program that waits for each answer gets it before it names the next file")
  func lockstep() async throws {
    let outcome = try await thumbs.shell(
      """
      coproc T { thumbs batch --files-from - --report - -o out -q; }
      for file in in/a.jpg in/none.jpg in/below/b.png in/a.jpg; do
        echo $file >&${T[1]}
        read -t 30 -u ${T[0]} line && echo "$line"
      done
      """)
    #expect(
      try outcome.objects().map { "\($0["path"] ?? "") \($0["status"] ?? "")" } == [
        "in/a.jpg ok", "in/none.jpg failed", "in/below/b.png ok", "in/a.jpg ok",
      ])
  }

  @Test("A list may come from standard input, with either end of a path")
  func list() async throws {
    let newline = try await thumbs(
      "batch", "--files-from", "-", "-o", "out", "-q", "--report", "-",
      input: Array("in/a.jpg\n\nin/none.jpg".utf8))
    #expect(newline.status == 1)
    #expect(
      try newline.objects().map { $0["path"] as? String }.sorted { $0 ?? "" < $1 ?? "" }
        == ["in/a.jpg", "in/none.jpg"])
    let zero = try await thumbs(
      "batch", "-0", "--files-from=-", "-o", "out", "-q", input: Array("in/a.jpg\0".utf8))
    #expect(zero.status == 0)
    #expect(try thumbs.names().contains("out/in/a.jpg.jpg"))
  }

  @Test("The contact sheet shows what was made and what failed, and nothing else stays")
  func gallery() async throws {
    // The number of a process that cannot be.
    try thumbs.directory.write([1], to: "out/.thumbs-2147483647-1.part")
    let outcome = try await thumbs("batch", "in", "-o", "out", "-g", "out/sheet.html")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasSuffix("contact sheet: out/sheet.html\n"))
    let page = String(decoding: try thumbs.file("out/sheet.html"), as: UTF8.self)
    #expect(page.contains("<title>Contact sheet of in</title>"))
    #expect(page.contains("<b>2</b> with a thumbnail"))
    #expect(page.contains("<b>1</b> failed"))
    #expect(page.contains("<b>1</b> not media"))
    #expect(page.contains("href=\"../in/below/b.png\""))
    #expect(page.split(separator: "src=\"data:image/jpeg;base64,").count == 3)
    #expect(try thumbs.names().filter { $0.contains(".part") } == [])
  }

  @Test("A contact sheet that cannot be written is an error, and the thumbnails are made")
  func unwritableGallery() async throws {
    let outcome = try await thumbs("batch", "in/below", "-o", "out", "-g", "none/sheet.html")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("cannot write the contact sheet none/sheet.html: No such file"))
    #expect(!outcome.errors.contains("contact sheet: "))
    #expect(try thumbs.names().contains("out/b.png.jpg"))
  }

  @Test("A reader of the report that has seen enough ends the run without an error")
  func closedReport() async throws {
    let line = "thumbs batch in -o out -q -r - | head -c 1 >first; echo ${PIPESTATUS[0]}"
    let outcome = try await thumbs.shell(
      "for i in {1..300}; do cp in/a.jpg in/$i.jpg; done; \(line)")
    #expect(outcome.output == "0\n")
    #expect(outcome.errors == "")
  }

  @Test(
    "What makes no sense is an error of usage",
    arguments: [
      ["in/a.jpg"], ["in", "in/below"], ["in", "-o", "in"], ["in", "--budget", "20MB"],
    ])
  func usage(paths: [String]) async throws {
    let outcome = try await ProcessRunner.run(
      Thumbs.program, ["batch"] + paths, environment: [:], workingDirectory: thumbs.directory.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("thumbs batch: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("Where nothing can be read the status is 2")
  func nothing() async throws {
    let outcome = try await thumbs("batch", "none", "-o", "out")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("none: vanished: "))
  }
}
