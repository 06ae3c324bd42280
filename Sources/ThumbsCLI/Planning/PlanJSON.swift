import JSONText
import MediaTypes
import PreviewPlanning

/// A plan as the object that `thumbs plan --json` prints; what is not known is absent.
enum PlanJSON {
  /// The object for a file that can be decoded.
  static func object(path: [UInt8], facts: MediaFacts, plan: DecodePlan) -> JSONObject {
    var object = JSONObject()
    object.setPath(path)
    object.set("mime", facts.mime)
    object.set("kind", facts.kind.rawValue)
    object.set("width", count: plan.displaySize?.width)
    object.set("height", count: plan.displaySize?.height)
    object.set("wantedSide", count: plan.wantedSide)
    object.set("source", plan.firstSource?.rawValue)
    object.set("planned", count: plan.plannedBytes)
    object.set("steps", .array(plan.steps.map { .object(self.object(for: $0)) }))
    object.set(
      "rejected",
      .array(
        plan.rejected.map { rejected in
          var object = self.object(for: rejected.step)
          object.set("rejectedBecause", rejected.reason)
          return .object(object)
        }))
    return object
  }

  private static func object(for step: DecodeStep) -> JSONObject {
    var object = JSONObject()
    object.set("source", step.source.rawValue)
    object.set("decoder", step.decoder.rawValue)
    object.set("mime", step.format.mime)
    object.set("width", count: step.size?.width)
    object.set("height", count: step.size?.height)
    object.set("shrink", count: step.shrink)
    object.set("planned", count: step.plannedBytes)
    object.set("reason", step.reason)
    object.set("preview", step.preview.map { .object(FactsJSON.preview($0)) })
    return object
  }
}
