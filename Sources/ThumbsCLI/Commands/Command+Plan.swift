import DecoderWorkers
import JSONText
import MediaTypes
import MemoryBudget
import PreviewPlanning

extension Command {
  static let plan = Command(
    "plan", operands: "FILE...", .file,
    summary: "Tells how files would be decoded, and at what memory",
    details: [
      """
      Nothing is decoded: the header is read, and the ways to a thumbnail are listed with the \
      memory each would take at most. The first that shows something would be used; those below \
      it follow where it fails. Ways that were not taken stand last, with the reason.
      """,
      "A file that cannot be shown has an error in its place, and the exit status is 1.",
    ],
    flags: [.sizes] + Flag.looks.filter { $0.name != "placeholder" } + [.budget, .json],
    examples: [
      Example("thumbs plan huge.jpg --size 256", "See which way would be taken, and why"),
      Example("thumbs plan --json --budget 64MB *.heic", "Find out what 64 MB are enough for"),
    ]
  ) { call throws(CommandFailure) in
    var status = ExitStatus.done
    let budget = call.arguments.budget
    let costs = RunCosts.measured(counting: budget.scope)
    guard let capacity = costs.capacity(of: budget.byteCount) else {
      throw .usage(
        UsageError(
          "--budget: \(QuantityText.byteCount(budget.byteCount)) do not suffice; without decoding anything, "
            + "a run holds \(QuantityText.byteCount(costs.fixed + costs.start))"))
    }
    let planner = Planner(capacity: capacity)
    for word in try call.requiredOperands("file") {
      let planned = Result { () throws(ThumbnailError) in
        let facts = try NamedSource(word: word).facts()
        return PlannedFile(
          facts: facts, plan: try planner.plan(for: facts, options: call.arguments.thumbnails))
      }
      for line in call.arguments.isJSON ? [json(planned, of: word)] : lines(planned, of: word) {
        try call.console.print(line)
      }
      if case .failure = planned { status = .someFailed }
    }
    return status
  }

  /// What a file is, and how it would be decoded.
  private struct PlannedFile {
    let facts: MediaFacts
    let plan: DecodePlan
  }

  private static func json(_ planned: Result<PlannedFile, ThumbnailError>, of word: Word) -> String
  {
    let object =
      switch planned {
      case .success(let file):
        PlanJSON.object(path: word.bytes, facts: file.facts, plan: file.plan)
      case .failure(let error): FactsJSON.object(path: word.bytes, error: error)
      }
    return JSONValue.object(object).text
  }

  private static func lines(
    _ planned: Result<PlannedFile, ThumbnailError>, of word: Word
  ) -> [String] {
    var lines =
      switch planned {
      case .success(let file): PlanText.lines(for: file.plan, facts: file.facts)
      case .failure(let error): ["error \(PrintableText.escaped(error.description))"]
      }
    lines[0] = "\(word.printable): \(lines[0])"
    return lines
  }
}
