internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// JPEG by libjpeg-turbo, reduced by its DCT scale.
enum JPEG: VipsFormat {
  static let formats: [MediaFormat] = [.jpeg]
  static let loader = VipsLoader.jpeg
  static let reducesByBoxes = true

  static func options(for step: DecodeStep, plan: DecodePlan) -> [String] {
    step.shrink > 1 ? ["shrink=\(step.shrink)"] : []
  }
}
