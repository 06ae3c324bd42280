import Foundation
import Testing

// Parsing is this room's own; no other room sees it.
@testable import ThumbsCLI

@Suite("Command lines in the README", .timeLimit(.minutes(1)))
struct ReadmeTests {
  /// Each use of the command in a block of shell, without what is piped into it or explained.
  static let lines: [String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "```sh\n").dropFirst().flatMap { block in
      block.components(separatedBy: "```")[0].split(separator: "\n").compactMap { line in
        line.components(separatedBy: " # ")[0].components(separatedBy: "|").last
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }.filter { $0.hasPrefix("thumbs ") }
    }
  }()

  @Test("There are some")
  func count() { #expect(Self.lines.count >= 5) }

  @Test("Each is understood", arguments: lines)
  func understood(line: String) throws {
    let words = line.split(separator: " ").dropFirst().map { Word(Array($0.utf8)) }
    let request = try CommandLineParser(commands: ThumbsCommand.commands).parse(words)
    guard case .run(let command, let arguments, let operands) = request else {
      Issue.record("asks for help")
      return
    }
    #expect(!operands.isEmpty || arguments.filesFrom != nil)
    #expect(command.name != "make" || arguments.output != nil)
  }
}
