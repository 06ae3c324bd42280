import Foundation
import MediaTypes
import TestSupport
import Testing

@Suite("thumbs make", .timeLimit(.minutes(2)))
struct MakeTests {
  @Test(
    "The ending of the output decides the coding, unless it is said",
    arguments: [
      (["-o", "t.jpg"], "t.jpg", "image/jpeg"), (["-o", "t.JPEG"], "t.JPEG", "image/jpeg"),
      (["-o", "t.png"], "t.png", "image/png"), (["-o", "t.webp"], "t.webp", "image/webp"),
      (["-o", "t.avif"], "t.avif", "image/avif"),
      (["-o", "t.jpg", "--format", "png"], "t.jpg", "image/png"),
      (["-o", "t", "-f", "webp"], "t", "image/webp"),
    ])
  func coding(arguments: [String], name: String, mime: String) async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.jpg")
    let outcome = try await ProcessRunner.run(
      Thumbs.program, ["make", picture, "-s", "100"] + arguments, environment: [:],
      workingDirectory: thumbs.directory.url)
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(try thumbs.names() == [name])
    let object = try #require(try await thumbs("sniff", "--json", name).objects().first)
    #expect(object["mime"] as? String == mime)
    #expect(object["displayWidth"] as? Int == 100)
    #expect(object["displayHeight"] as? Int == 75)
  }

  @Test(
    "A pipe that has a path is read like standard input",
    arguments: [
      "bin make <(cat picture) -o t.jpg -s 64",
      "mkfifo pipe; (sleep 0.2; cat picture > pipe) & bin make pipe -o t.jpg -s 64",
      "mkfifo pipe; cat picture > pipe & bin make pipe -o t.jpg -s 64",
    ])
  func namedPipe(script: String) async throws {
    let thumbs = try Thumbs()
    let command = script.replacingOccurrences(of: "bin ", with: "'\(Thumbs.program)' ")
      .replacingOccurrences(
        of: "picture", with: "'\(try Thumbs.fixture("same-picture/colour.jpg"))'")
    let outcome = try await ProcessRunner.run(
      "bash", ["-c", command], workingDirectory: thumbs.directory.url)
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try thumbs.names().contains("t.jpg"))
    let sniff =
      "'\(Thumbs.program)' sniff <(cat '\(try Thumbs.fixture("same-picture/colour.jpg"))')"
    let sniffed = try await ProcessRunner.run("bash", ["-c", sniff])
    #expect(sniffed.status == 0 && sniffed.output.contains("image/jpeg"), "\(sniffed.errors)")
  }

  @Test(
    "Of a pipe that holds nothing to show no more is taken than tells so",
    arguments: [
      "yes", "printf '<!DOCTYPE html><html>'; cat /dev/zero", "cat /dev/zero",
      "printf 'PK\\003\\004\\024\\000'; cat /dev/zero",
    ])
  func endlessPipe(writer: String) async throws {
    let thumbs = try Thumbs()
    let command = "(\(writer)) | '\(Thumbs.program)' make - -o t.jpg"
    let outcome = try await ProcessRunner.run(
      "bash", ["-c", command], workingDirectory: thumbs.directory.url)
    #expect(outcome.status == 1 && !outcome.timedOut)
    #expect(outcome.errors.contains("notMedia: "), "\(outcome.errors)")
    #expect(try thumbs.names() == [])
  }

  @Test("The thumbnail may go to standard output")
  func standardOutput() async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.png")
    let outcome = try await thumbs("make", picture, "-o", "-", "--size", "64")
    #expect(outcome.status == 0)
    #expect(outcome.standardOutput.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try thumbs.names() == [])
  }

  @Test("A movie whose index lies at its end may come through a pipe, and leaves no file")
  func pipe() async throws {
    let thumbs = try Thumbs()
    let bytes = try Fixture.at("video/moov-at-end.mp4").bytes()
    let outcome = try await thumbs(
      "make", "-", "-o", "a.jpg", environment: ["TMPDIR": thumbs.directory.path], input: bytes)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(try thumbs.names() == ["a.jpg"])
    let empty = try await thumbs("make", "-", "-o", "b.jpg")
    #expect(empty.errors.hasPrefix("thumbs make: -: empty: "))
  }

  @Test("A file that has no thumbnail leaves none, and says why")
  func failures() async throws {
    let thumbs = try Thumbs()
    try thumbs.directory.write(Array("hello".utf8), to: "a.jpg")
    try thumbs.directory.write([1], to: "old.jpg")
    let text = try await thumbs("make", "a.jpg", "-o", "old.jpg")
    #expect(text.status == 1)
    #expect(text.output == "")
    #expect(text.errors.hasPrefix("thumbs make: a.jpg: notMedia: "))
    let none = try await thumbs("make", "none.jpg", "-o", "old.jpg")
    #expect(none.status == 1)
    #expect(none.errors.hasPrefix("thumbs make: none.jpg: vanished: "))
    #expect(try thumbs.names() == ["a.jpg", "old.jpg"])
    #expect(try thumbs.file("old.jpg") == [1])
  }

  @Test("An output that cannot be written is an error, and leaves nothing")
  func unwritable() async throws {
    let thumbs = try Thumbs()
    let picture = try Thumbs.fixture("same-picture/colour.jpg")
    let outcome = try await thumbs("make", picture, "-o", "none/t.jpg")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix("thumbs make: outputFailed: cannot write none/t.jpg: No such file"))
    #expect(try thumbs.names() == [])
  }

  @Test("A budget that suffices for nothing is an error with both numbers")
  func smallBudget() async throws {
    let picture = try Thumbs.fixture("same-picture/colour.jpg")
    let outcome = try await Thumbs()("make", picture, "-o", "t.jpg", "--budget", "1MB")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("1 MB") && outcome.errors.contains("54 MB"))
  }
}
