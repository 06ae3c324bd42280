internal import MediaTypes
internal import Vips

/// JPEG 2000 by OpenJPEG.
enum JPEG2000: VipsFormat {
  static let formats: [MediaFormat] = [.jp2, .j2k]
  static let loader = VipsLoader.jp2k
}
