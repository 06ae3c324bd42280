internal import MediaTypes
internal import PreviewPlanning
internal import Vips

/// HEIF and AVIF by libheif, which applies `irot`, `imir` and `clap` itself.
enum HEIF: VipsFormat {
  static let formats: [MediaFormat] = [.heic, .heif, .heicSequence, .heifSequence, .avif]
  static let loader = VipsLoader.heif

  static func orientation(of image: VipsImage, plan: DecodePlan) -> Orientation { .up }
}
