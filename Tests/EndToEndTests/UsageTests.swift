import Foundation
import TestSupport
import Testing

@Suite("The command line", .timeLimit(.minutes(2)))
struct UsageTests {
  @Test(
    "What is wrong is one line on standard error, and the status is 2",
    arguments: [
      ([], "thumbs: no command is named; see thumbs -h\n"),
      (["bacth", "x"], "thumbs: no command 'bacth'; did you mean 'batch'?\n"),
      (["batch", "--bugdet=1"], "thumbs batch: no option '--bugdet'; did you mean '--budget'?\n"),
      (
        ["batch"], "thumbs batch: nothing to read: name directories, files or --files-from\n"
      ),
      (
        ["batch", "x", "--gallery", "-"],
        "thumbs batch: --gallery wants a file: the page refers to files beside it\n"
      ),
      (
        ["batch", "x", "--null"],
        "thumbs batch: --null says how the list of --files-from is written, and there is none\n"
      ),
      (["batch", "x", "-qv"], "thumbs batch: --quiet and --verbose contradict each other\n"),
      (["sniff"], "thumbs sniff: no file is named\n"),
      (["make"], "thumbs make: no file is named\n"),
      (["make", "a", "b"], "thumbs make: one file is wanted, 2 are named\n"),
      (
        ["make", "a"],
        "thumbs make: --output says where the thumbnail goes; - is standard output\n"
      ),
      (
        ["make", "a", "-o", "a.tiff"],
        "thumbs make: 'a.tiff' ends in none of .jpg, .jpeg, .png, .webp, .avif: use --format\n"
      ),
      (
        ["plan", "a", "--budget", "10MB"],
        "thumbs plan: --budget: 10 MB do not suffice; without decoding anything, a run holds 54 MB\n"
      ),
      (["man", "x"], "thumbs man: 'x' is too much: no argument is wanted\n"),
      (
        ["completion", "zhs"],
        "thumbs completion: 'zhs' is none of bash, zsh, fish; did you mean zsh?\n"
      ),
    ] as [([String], String)])
  func wrong(arguments: [String], message: String) async throws {
    let thumbs = try Thumbs()
    let outcome = try await ProcessRunner.run(
      Thumbs.program, arguments, environment: [:], workingDirectory: thumbs.directory.url)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors == message)
    #expect(try thumbs.names() == [])
  }

  @Test("The version has a flag and a command", arguments: ["--version", "-V", "version"])
  func version(word: String) async throws {
    let outcome = try await Thumbs()(word)
    #expect(outcome.status == 0)
    #expect(outcome.output.wholeMatch(of: #/thumbs \d+\.\d+\.\d+\n/#) != nil)
    #expect(outcome.errors == "")
  }

  @Test("A reader that has seen enough is no error")
  func closedPipe() async throws {
    let file = try Thumbs.fixture("same-picture/colour.png")
    let line =
      "thumbs sniff $(for i in {1..3000}; do echo \(file); done) | head -n 1; echo ${PIPESTATUS[0]}"
    let outcome = try await Thumbs().shell(line)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last == "0")
  }

  @Test("A standard output that cannot be written is an error")
  func fullOutput() async throws {
    let outcome = try await Thumbs().shell("thumbs version > /dev/full")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "thumbs: cannot write to standard output: No space left on device (write)\n")
  }

  @Test("Standard output and error may both be closed")
  func closedDescriptors() async throws {
    let outcome = try await Thumbs().shell("thumbs sniff /none >&- 2>&-; echo $?")
    #expect(outcome.output == "1\n")
  }
}
