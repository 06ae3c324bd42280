internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// JPEG 2000 by OpenJPEG.
enum JPEG2000: VipsFormat {
  static let formats: [MediaFormat] = [.jp2, .j2k]
  static let loader = VipsLoader.jp2k
  static let reducesByBoxes = true

  /// To libvips, levels of resolution are pages.
  static func options(for step: DecodeStep, plan: DecodePlan) -> [String] {
    step.shrink > 1 ? ["page=\(step.shrink.trailingZeroBitCount)"] : []
  }
}
