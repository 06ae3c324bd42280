internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// JPEG XL by libjxl, which turns the picture itself.
enum JPEGXL: VipsFormat {
  static let formats: [MediaFormat] = [.jxl]
  static let loader = VipsLoader.jxl

  static func orientation(of image: VipsImage, plan: DecodePlan) -> Orientation { .up }
}
