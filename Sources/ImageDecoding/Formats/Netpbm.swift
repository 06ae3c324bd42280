internal import MediaTypes
internal import Vips

/// Netpbm by libvips itself.
enum Netpbm: VipsFormat {
  static let formats: [MediaFormat] = [.pnm]
  static let loader = VipsLoader.ppm
}
