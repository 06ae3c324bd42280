internal import MediaTypes
internal import Vips

/// Netpbm by libvips itself.
enum Netpbm: VipsFormat {
  static let formats: [MediaFormat] = [.pnm]
  static let loader = VipsLoader.ppm

  /// The floating-point map holds linear light, which libvips does not say.
  static func plain(_ image: VipsImage) throws(VipsError) -> VipsImage {
    guard image.format == .float32 else { return image }
    let colour = image.bandCount < 3 ? try image.joined(with: image.joined(with: image)) : image
    return try colour.reinterpreted(as: .linearRGB)
  }
}
