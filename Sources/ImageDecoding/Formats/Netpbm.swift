internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// Netpbm by libvips itself.
enum Netpbm: VipsFormat {
  static let formats: [MediaFormat] = [.pnm]
  static let loader = VipsLoader.ppm

  /// The rows of a floating-point map go from bottom to top, and libvips leaves them so.
  ///
  /// Source: the manual page pfm(5) of Netpbm.
  static func orientation(of image: VipsImage, plan: DecodePlan) -> Orientation {
    image.format == .float32 ? .downMirrored : plan.orientation
  }

  /// The floating-point map holds linear light, which libvips does not say.
  static func plain(_ image: VipsImage) throws(VipsError) -> VipsImage {
    guard image.format == .float32 else { return image }
    let colour = image.bandCount < 3 ? try image.joined(with: image.joined(with: image)) : image
    return try colour.reinterpreted(as: .linearRGB)
  }
}
