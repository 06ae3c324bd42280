import MediaTypes
import PreviewPlanning

/// A plan as the lines that `thumbs plan` prints.
enum PlanText {
  /// What would be tried, in order, and what was not taken.
  static func lines(for plan: DecodePlan, facts: MediaFacts) -> [String] {
    var head = [facts.mime]
    if let size = plan.displaySize { head.append("\(size)") }
    head.append("decoded to \(plan.wantedSide) pixels")
    head.append("in at most \(QuantityText.byteCount(plan.plannedBytes)) of memory")
    var lines = [head.joined(separator: ", ")]
    for (index, step) in plan.steps.enumerated() {
      let start = index == 0 ? "first" : "then"
      lines.append("  \(start) \(text(of: step))")
      lines.append("    \(PrintableText.escaped(step.reason))")
    }
    if plan.steps.count > 1 { lines.append("  each only where those before it show nothing") }
    for rejected in plan.rejected {
      lines.append("  not \(text(of: rejected.step))")
      lines.append("    \(PrintableText.escaped(rejected.reason))")
    }
    return lines
  }

  private static func text(of step: DecodeStep) -> String {
    var parts = ["\(words(for: step.source)) by \(words(for: step.decoder))"]
    if let size = step.size { parts.append("\(size)") }
    if step.shrink > 1 { parts.append("at 1/\(step.shrink)") }
    parts.append("at most \(QuantityText.byteCount(step.plannedBytes))")
    return parts.joined(separator: ", ")
  }

  private static func words(for source: PreviewSource) -> String {
    switch source {
    case .embedded: "a smaller picture in the file"
    case .scaled: "reduced while it loads"
    case .lowMemory: "in little memory"
    case .full: "the whole picture"
    case .frame: "a frame"
    case .cover: "the cover"
    }
  }

  private static func words(for decoder: DecodeStep.Decoder) -> String {
    switch decoder {
    case .vips: "libvips"
    case .ffmpegStill, .ffmpegFrame, .ffmpegTellingFrame, .ffmpegFrameGroup, .attachedPicture:
      "FFmpeg"
    case .nested: "the decoder of its kind"
    case .heifItems: "our HEIF reader, and FFmpeg or dav1d"
    case .scaledJPEG: "our JPEG decoder"
    case .jxlGroups: "libjxl"
    default: "our reader of rows"
    }
  }
}
