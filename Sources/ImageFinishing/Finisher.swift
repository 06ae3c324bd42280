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
    var warnings: [MediaWarning] = []
    let result = unsafe raster.withBytes { bytes -> Result<[EncodedThumbnail], ThumbnailError> in
      do throws(VipsError) {
        try VipsRuntime.start()
        let lent = unsafe try image(of: raster, lending: bytes)
        let coloured = try ColourConversion.sRGB(
          lent, colour: raster.colour, model: raster.layout.colourModel, noting: &warnings)
        let upright = try turned(coloured, by: raster.orientation).inMemory()
        return .success(try encodings(of: upright, options: options))
      } catch {
        return .failure(ThumbnailError(.outputFailed, "\(error)"))
      }
    }
    return (try result.get(), warnings)
  }

  private static func image(
    of raster: borrowing Raster, lending bytes: UnsafeRawBufferPointer
  ) throws(VipsError) -> VipsImage {
    let layout = raster.layout
    let format: VipsImage.Format
    switch layout.sampleType {
    case .uint8: format = .uint8
    case .uint16: format = .uint16
    case .float32: format = .float32
    }
    let isWide = layout.sampleType == .uint16
    let meaning: VipsImage.Interpretation
    switch layout.colourModel {
    case .grey: meaning = isWide ? .grey16 : .grey
    case .rgb: meaning = layout.sampleType == .float32 ? .linearRGB : isWide ? .rgb16 : .sRGB
    case .cmyk: meaning = .cmyk
    case .lab: meaning = .lab
    }
    return unsafe try VipsImage(
      lending: bytes, width: raster.size.width, height: raster.size.height,
      bands: layout.channelCount, format: format, interpretation: meaning)
  }

  private static func turned(
    _ image: VipsImage, by orientation: Orientation
  ) throws(VipsError) -> VipsImage {
    let mirrored = orientation.isMirrored ? try image.mirrored() : image
    let turns = orientation.clockwiseQuarterTurns
    return turns == 0 ? mirrored : try mirrored.rotated(clockwiseQuarterTurns: turns)
  }

  /// Every size from one upright picture, each encoded.
  private static func encodings(
    of upright: VipsImage, options: ThumbnailOptions
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
      let fitted = try Fitting.fitted(source, side: size, options: options)
      thumbnails.append(
        EncodedThumbnail(
          askedSize: size, size: PixelSize(width: fitted.width, height: fitted.height),
          format: format, bytes: try Encoding.bytes(of: fitted, as: format, options: options)))
    }
    return thumbnails
  }
}
