internal import MediaTypes
internal import Vips

/// A finished picture to the bytes of a file, without metadata.
enum Encoding {
  /// deflate's level; above it files shrink by a few hundredths and time doubles.
  private static let pngCompression = 6
  private static let webpEffort = 4
  /// The quickest that libaom's tables still call good.
  private static let avifEffort = 2

  static func bytes(
    of image: VipsImage, as format: OutputFormat, options: ThumbnailOptions
  ) throws(VipsError) -> [UInt8] {
    let quality = max(1, min(100, options.quality))
    switch format {
    case .jpeg: return try image.jpeg(quality: quality, isSubsampled: quality < 90)
    case .png: return try image.png(compression: pngCompression)
    case .webp: return try image.webp(quality: quality, effort: webpEffort)
    case .avif: return try image.avif(quality: quality, effort: avifEffort)
    }
  }
}
