internal import MediaTypes
internal import Vips

/// TIFF by libtiff; the first directory.
enum TIFF: VipsFormat {
  static let formats: [MediaFormat] = [.tiff]
  static let loader = VipsLoader.tiff
}
