package import MediaTypes
package import Pixels
internal import Vips

/// What the finishing stage gives.
package struct FinishedThumbnails: Sendable {
  /// The thumbnails in the order of the sizes.
  package var thumbnails: [EncodedThumbnail]
  /// What can be shown before they are there, where that was asked for.
  package var placeholder: Placeholder?
  /// What was odd.
  package var warnings: [MediaWarning] = []
}

/// Raster to thumbnails: sRGB, 8 bits, upright, in every size, encoded.
package enum Finisher {
  /// Makes every thumbnail that is asked for from one raster.
  ///
  /// Blocks until all are encoded.
  ///
  /// - Parameters:
  ///   - raster: The pixels, of the largest wanted size or more.
  ///   - options: The sizes and how they shall look.
  ///   - exif: EXIF data of the file, of which those that outlive a reduction are kept.
  ///   - grantedBytes: What all of the work may take, where it is bounded.
  /// - Returns: The thumbnails in the order of the sizes, a placeholder, and what was odd.
  /// - Throws: `outputFailed` where colours cannot be converted or an encoder fails, `overBudget`
  ///   where memory is short.
  package static func thumbnails(
    from raster: borrowing Raster, options: ThumbnailOptions, exif: [UInt8]? = nil,
    grantedBytes: UInt64? = nil
  ) throws(ThumbnailError) -> FinishedThumbnails {
    do throws(VipsError) {
      try VipsRuntime.start()
      var warnings: [MediaWarning] = []
      let orientation = raster.orientation
      let work = FinishingWork(
        whole: orientation.displaySize(of: raster.wholeSize ?? raster.size),
        edges: raster.extent.map { PartialEdges($0, orientation: orientation) }, options: options,
        iccProfile: ColourConversion.outputProfile(of: raster, options.profile),
        exif: exif.flatMap(EXIFCopy.bytes(of:)))
      let finished = ColourConversion.withColours(
        of: raster, options.profile, noting: &warnings
      ) { image in
        upright(image, orientation).flatMap(work.thumbnails(of:))
      }
      var result = try finished.get()
      result.warnings = warnings
      return result
    } catch {
      throw error.thumbnailError(.outputFailed, grantedBytes: grantedBytes)
    }
  }

  private static func turned(
    _ image: VipsImage, by orientation: Orientation
  ) throws(VipsError) -> VipsImage {
    let mirrored = orientation.isMirrored ? try image.mirrored() : image
    let turns = orientation.clockwiseQuarterTurns
    return turns == 0 ? mirrored : try mirrored.rotated(clockwiseQuarterTurns: turns)
  }

  private static func upright(
    _ image: VipsImage, _ orientation: Orientation
  ) -> Result<VipsImage, VipsError> {
    do throws(VipsError) {
      return .success(try turned(image, by: orientation).inMemory())
    } catch {
      return .failure(error)
    }
  }
}

/// What is done with an upright picture in its final colours.
private struct FinishingWork {
  /// The size of the whole picture as displayed, whose shape thumbnails have.
  let whole: PixelSize
  /// What the last pixels of each side stand for, where it is a part of a box only.
  let edges: PartialEdges?
  let options: ThumbnailOptions
  let iccProfile: [UInt8]?
  let exif: [UInt8]?

  func thumbnails(of upright: VipsImage) -> Result<FinishedThumbnails, VipsError> {
    do throws(VipsError) {
      return .success(try finished(upright))
    } catch {
      return .failure(error)
    }
  }

  /// Every size from one upright picture, each encoded.
  private func finished(_ upright: VipsImage) throws(VipsError) -> FinishedThumbnails {
    let isTransparent = try Transparency.isTransparent(upright)
    let format = options.format ?? (isTransparent && options.background == nil ? .png : .jpeg)
    var source = upright
    if upright.hasAlpha && !(isTransparent && format.keepsAlpha && options.background == nil) {
      source = try Transparency.flattened(
        upright, isTransparent: isTransparent, over: options.background ?? .white)
    }
    let encoding = Encoding(
      format: format, options: options, iccProfile: profile(for: source), exif: exif)
    var thumbnails: [EncodedThumbnail] = []
    for size in options.sizes {
      let fitted = try Fitting.fitted(
        source, whole: whole, edges: edges, side: size, options: options)
      thumbnails.append(
        EncodedThumbnail(
          askedSize: size, size: PixelSize(width: fitted.width, height: fitted.height),
          format: format, bytes: try encoding.bytes(of: fitted)))
    }
    let placeholder =
      options.makesPlaceholder ? try PlaceholderMaker.placeholder(of: upright, whole: whole) : nil
    return FinishedThumbnails(thumbnails: thumbnails, placeholder: placeholder)
  }

  /// The profile, unless laying over a background has made grey a colour.
  private func profile(for image: VipsImage) -> [UInt8]? {
    let isGrey = image.bandCount < 3
    guard let iccProfile, ColourConversion.isGrey(iccProfile) == isGrey else { return nil }
    return iccProfile
  }
}
