import Batch
import MediaTypes
import MemoryBudget

/// What became of a run, in words.
enum SummaryText {
  /// A few lines: files and time, ends, failures by code.
  static func lines(for summary: BatchSummary, budget: MemoryLimit) -> [String] {
    let counts = summary.counts
    let memory = QuantityText.byteCount(summary.peakHeldBytes)
    var lines = [
      "\(QuantityText.count(counts.done)) file\(counts.done == 1 ? "" : "s") in \(time(summary)), "
        + "at most \(memory) of \(text(of: budget)) held"
    ]
    let ends = [
      (counts.made, "made"), (counts.current, "current"), (counts.skipped, "not media"),
      (counts.failed, "failed"),
    ]
    if counts.done > 0 { lines.append(list(ends.filter { $0.0 > 0 })) }
    if counts.failed > 0 {
      let codes = counts.failures.map { ($0.value, $0.key.rawValue) }
      lines.append("failed: " + list(codes.sorted { ($1.0, $0.1) < ($0.0, $1.1) }))
    }
    if counts.pruned > 0 {
      let files =
        counts.pruned == 1
        ? "a file that is" : "\(QuantityText.count(counts.pruned)) files that are"
      lines.append("thumbnails of \(files) gone were removed")
    }
    return lines + SummaryTable.lines(for: counts)
  }

  private static func text(of limit: MemoryLimit) -> String {
    let bytes = QuantityText.byteCount(limit.byteCount)
    return limit.scope == .anonymous ? "\(bytes) of anonymous memory" : bytes
  }

  /// What a contact sheet says of the run.
  static func notes(on summary: BatchSummary) -> [String] {
    [
      "made in \(time(summary))",
      "at most \(QuantityText.byteCount(summary.peakHeldBytes)) of memory held",
      ProgramDescription.versionLine,
    ]
  }

  private static func time(_ summary: BatchSummary) -> String {
    QuantityText.playTime(summary.elapsed.seconds) ?? "no time"
  }

  private static func list(_ parts: [(Int, String)]) -> String {
    parts.map { "\(QuantityText.count($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
