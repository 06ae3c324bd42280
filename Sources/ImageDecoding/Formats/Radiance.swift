internal import MediaTypes
internal import Vips

/// Radiance by libvips itself.
enum Radiance: VipsFormat {
  static let formats: [MediaFormat] = [.hdr]
  static let loader = VipsLoader.rad
}
