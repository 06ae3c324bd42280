internal import MediaTypes
internal import Vips

/// GIF by libnsgif; the first frame.
enum GIF: VipsFormat {
  static let formats: [MediaFormat] = [.gif]
  static let loader = VipsLoader.gif
}
