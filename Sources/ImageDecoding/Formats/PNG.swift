internal import MediaTypes
internal import Vips

/// PNG by libpng, row by row.
enum PNG: VipsFormat {
  static let formats: [MediaFormat] = [.png, .apng]
  static let loader = VipsLoader.png
}
