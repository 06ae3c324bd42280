internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// WebP by libwebp, reduced while it decodes; the first frame.
enum WebP: VipsFormat {
  static let formats: [MediaFormat] = [.webp]
  static let loader = VipsLoader.webp

  static func options(for step: DecodeStep, plan: DecodePlan) -> [String] {
    step.shrink > 1 ? ["scale=\(1 / Double(step.shrink))"] : []
  }
}
