internal import ByteSources
internal import MediaTypes
internal import Vips

/// Radiance by libvips itself.
enum Radiance: VipsFormat {
  static let formats: [MediaFormat] = [.hdr]
  static let loader = VipsLoader.rad

  static func plain(_ image: VipsImage, of source: any ByteSource) throws(VipsError) -> VipsImage {
    try image.decodedRadiance()
  }
}
