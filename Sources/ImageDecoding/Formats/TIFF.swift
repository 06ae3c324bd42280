internal import ByteSources
internal import MediaTypes
internal import Vips

/// TIFF by libtiff; the first directory.
enum TIFF: VipsFormat {
  static let formats: [MediaFormat] = [.tiff]
  static let loader = VipsLoader.tiff

  static func plain(_ image: VipsImage, of source: any ByteSource) throws(VipsError) -> VipsImage {
    image.interpretation == .labQuantised ? try image.converted(to: .sRGB) : image
  }
}
