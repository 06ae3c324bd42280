package import MediaTypes
package import Pixels
internal import Vips

/// Raster to thumbnails: sRGB, 8 bits, upright, in every size, encoded.
package enum Finisher {
  /// Makes every thumbnail that is asked for from one raster.
  ///
  /// Blocks until all are encoded.
  ///
  /// - Parameters:
  ///   - raster: The pixels, of the largest wanted size or more.
  ///   - options: The sizes and how they shall look.
  /// - Returns: The thumbnails in the order of the sizes, and what was odd.
  /// - Throws: `corrupt` where colours cannot be converted, `outputFailed` where an encoder fails.
  package static func thumbnails(
    from raster: borrowing Raster, options: ThumbnailOptions
  ) throws(ThumbnailError) -> (thumbnails: [EncodedThumbnail], warnings: [MediaWarning]) {
    do throws(VipsError) {
      try VipsRuntime.start()
      var warnings: [MediaWarning] = []
      let orientation = raster.orientation
      let whole = orientation.displaySize(of: raster.wholeSize ?? raster.size)
      let thumbnails = try ColourConversion.withSRGB(of: raster, noting: &warnings) { image in
        encodings(of: image, orientation: orientation, whole: whole, options: options)
      }.get()
      return (thumbnails, warnings)
    } catch {
      throw ThumbnailError(.outputFailed, "\(error)")
    }
  }

  private static func turned(
    _ image: VipsImage, by orientation: Orientation
  ) throws(VipsError) -> VipsImage {
    let mirrored = orientation.isMirrored ? try image.mirrored() : image
    let turns = orientation.clockwiseQuarterTurns
    return turns == 0 ? mirrored : try mirrored.rotated(clockwiseQuarterTurns: turns)
  }

  private static func encodings(
    of image: VipsImage, orientation: Orientation, whole: PixelSize, options: ThumbnailOptions
  ) -> Result<[EncodedThumbnail], VipsError> {
    do throws(VipsError) {
      let upright = try turned(image, by: orientation).inMemory()
      return .success(try encodings(of: upright, whole: whole, options: options))
    } catch {
      return .failure(error)
    }
  }

  /// Every size from one upright picture, each encoded.
  private static func encodings(
    of upright: VipsImage, whole: PixelSize, options: ThumbnailOptions
  ) throws(VipsError) -> [EncodedThumbnail] {
    let isTransparent = try Transparency.isTransparent(upright)
    let format = options.format ?? (isTransparent && options.background == nil ? .png : .jpeg)
    var source = upright
    if upright.hasAlpha && !(isTransparent && format.keepsAlpha && options.background == nil) {
      source = try Transparency.flattened(
        upright, isTransparent: isTransparent, over: options.background ?? .white)
    }
    var thumbnails: [EncodedThumbnail] = []
    for size in options.sizes {
      let fitted = try Fitting.fitted(source, whole: whole, side: size, options: options)
      thumbnails.append(
        EncodedThumbnail(
          askedSize: size, size: PixelSize(width: fitted.width, height: fitted.height),
          format: format, bytes: try Encoding.bytes(of: fitted, as: format, options: options)))
    }
    return thumbnails
  }
}
