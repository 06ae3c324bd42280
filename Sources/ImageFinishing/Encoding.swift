internal import MediaTypes
internal import Vips

/// A finished picture to the bytes of a file.
struct Encoding {
  /// deflate's level; above it files shrink by a few hundredths and time doubles.
  private static let pngCompression = 6
  private static let webpEffort = 4
  /// The quickest that libaom's tables still call good.
  private static let avifEffort = 2
  /// From here on chroma is kept whole where nothing else is asked for.
  private static let fullChromaQuality = 90

  let format: OutputFormat
  let options: ThumbnailOptions
  /// The profile that is written; `nil` is none.
  let iccProfile: [UInt8]?
  /// EXIF data that are written; `nil` is none.
  let exif: [UInt8]?

  func bytes(of image: VipsImage) throws(VipsError) -> [UInt8] {
    let quality = max(1, min(100, options.quality))
    let keeps = iccProfile != nil || exif != nil
    let image = keeps ? try image.attaching(iccProfile: iccProfile, exif: exif) : image
    switch format {
    case .jpeg:
      let chroma = options.coding.chroma ?? (quality < Self.fullChromaQuality ? .half : .full)
      let form = VipsImage.JPEGForm(
        quality: quality, isSubsampled: chroma == .half,
        isProgressive: options.coding.isProgressive)
      return try image.jpeg(form, keepsMetadata: keeps)
    case .png:
      return try image.png(
        compression: Self.pngCompression, usesPalette: options.coding.usesPalette,
        keepsMetadata: keeps)
    case .webp:
      let file = try image.webp(quality: quality, effort: Self.webpEffort, keepsMetadata: keeps)
      return WebPMetadata.reduced(
        file, keepsProfile: iccProfile != nil, keepsEXIF: exif != nil)
    case .avif:
      return try image.avif(quality: quality, effort: Self.avifEffort, keepsMetadata: keeps)
    }
  }
}
