import JSONText
import MediaTypes

extension Command {
  static let sniff = Command(
    "sniff", operands: "FILE...", .file,
    summary: "Tells what files are, from the fewest bytes that decide",
    details: [
      """
      Type, size in pixels, orientation, play time, codec and what else decides how a file is \
      shown are read from its content; the name counts for nothing. The file - is standard input, \
      of which no more is read than needed.
      """,
      """
      One line or one JSON object a file, in the order given. A file that cannot be read has an \
      error in its place, and the exit status is 1.
      """,
    ],
    flags: [.json],
    examples: [
      Example("thumbs sniff *.jpg", "See what these files are"),
      Example("curl -s URL | thumbs sniff --json -", "Know a download from its first bytes"),
    ]
  ) { call throws(CommandFailure) in
    var status = ExitStatus.done
    var lines = PendingLines(console: call.console)
    for word in try call.requiredOperands("file") {
      let facts = Result { () throws(ThumbnailError) in try NamedSource(word: word).facts() }
      try lines.add(call.arguments.isJSON ? json(facts, of: word) : line(facts, of: word))
      if case .failure = facts { status = .someFailed }
    }
    try lines.write()
    return status
  }

  private static func json(_ facts: Result<MediaFacts, ThumbnailError>, of word: Word) -> String {
    let object =
      switch facts {
      case .success(let facts): FactsJSON.object(path: word.bytes, facts: facts)
      case .failure(let error): FactsJSON.object(path: word.bytes, error: error)
      }
    return JSONValue.object(object).text
  }

  private static func line(_ facts: Result<MediaFacts, ThumbnailError>, of word: Word) -> String {
    let text =
      switch facts {
      case .success(let facts): FactsText.line(for: facts)
      case .failure(let error): "error \(PrintableText.escaped(error.description))"
      }
    return "\(word.printable): \(text)"
  }
}
