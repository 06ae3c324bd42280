import Foundation
import TestSupport
import Testing

@Suite("Completion and the manual page", .timeLimit(.minutes(2)))
struct DocumentationTests {
  @Test(
    "bash completes commands, flags, words and files",
    arguments: [
      ("ba", "1", "batch"), ("batch --form", "2", "--format"), ("make --format we", "3", "webp"),
      ("make --format = p", "4", "png"), ("completion z", "2", "zsh"), ("batch -f j", "3", "jpeg"),
      ("sniff pict", "2", "picture.png"), ("batch --output al", "3", "album"),
    ])
  func bash(words: String, index: String, completion: String) async throws {
    let thumbs = try Thumbs()
    try thumbs.directory.write([1], to: "picture.png")
    try thumbs.directory.write([1], to: "album/a.png")
    try thumbs.directory.write([1], to: "alone.txt")
    // Outside of a completion of its own, bash refuses compopt.
    let outcome = try await thumbs.shell(
      "compopt() { :; }; eval \"$(thumbs completion bash)\"; "
        + "COMP_WORDS=(thumbs \(words)); COMP_CWORD=\(index); _thumbs; echo \"${COMPREPLY[@]}\"")
    #expect(outcome.errors == "")
    #expect(outcome.output == completion + "\n")
  }

  @Test("The scripts are ones that their shells read", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) async throws {
    let thumbs = try Thumbs()
    let script = try await thumbs("completion", shell)
    #expect(script.status == 0)
    #expect(script.output.contains("batch"))
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
    try thumbs.directory.write(script.standardOutput, to: "script")
    let check = try await thumbs.shell("/usr/bin/\(shell) -n script")
    #expect(check.status == 0)
    #expect(check.errors == "")
  }

  @Test(
    "The manual page is typeset without a warning",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func manualPage() async throws {
    let outcome = try await Thumbs().shell("thumbs man | groff -man -Tutf8 -ww -P-cbou -rLL=100n")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("thumbs batch [OPTION...] PATH..."))
    #expect(outcome.output.contains("--files-from FILE"))
    #expect(outcome.output.contains("overBudget"))
  }
}
