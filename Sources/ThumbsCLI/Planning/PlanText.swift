import MediaTypes
import PreviewPlanning

/// A plan as the lines that `thumbs plan` prints.
enum PlanText {
  /// What would be tried, in order, and what was not taken.
  static func lines(for plan: DecodePlan, facts: MediaFacts) -> [String] {
    var head = [facts.mime]
    if let size = plan.displaySize { head.append("\(size)") }
    head.append("for \(plan.wantedSide) pixels")
    head.append("reserves \(QuantityText.byteCount(plan.plannedBytes))")
    var lines = [head.joined(separator: ", ")]
    for (index, step) in plan.steps.enumerated() {
      lines.append("  \(index + 1). \(text(of: step))")
      lines.append("     \(PrintableText.escaped(step.reason))")
    }
    for rejected in plan.rejected {
      lines.append("  not \(text(of: rejected.step))")
      lines.append("     \(PrintableText.escaped(rejected.reason))")
    }
    return lines
  }

  private static func text(of step: DecodeStep) -> String {
    var parts = ["\(step.source.rawValue) by \(step.decoder.rawValue)"]
    if let size = step.size { parts.append("\(size)") }
    if step.shrink > 1 { parts.append("at 1/\(step.shrink)") }
    parts.append("at most \(QuantityText.byteCount(step.plannedBytes))")
    return parts.joined(separator: ", ")
  }
}
