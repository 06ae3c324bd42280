internal import CVipsShims

extension VipsImage {
  /// Which part of a picture a crop keeps; the numbers of VipsInteresting.
  package enum Interest: Int32, Sendable {
    /// The middle.
    case centre = 1
    /// The part that draws the eye.
    case attention = 3
    /// The top or the left.
    case low = 4
  }

  /// Resizes by Lanczos' filter of order 3, after a box filter where the reduction is large.
  ///
  /// The corresponding C function is `vips_resize`.
  package func resized(toWidth width: Int, height: Int) throws(VipsError) -> VipsImage {
    let horizontal = Double(width) / Double(self.width)
    let vertical = Double(height) / Double(self.height)
    return unsafe try applying("resizing") { unsafe cvips_resize($0, horizontal, vertical) }
  }

  /// Averages boxes of whole pixels.
  ///
  /// The corresponding C function is `vips_shrink`.
  package func averaged(across: Int, down: Int) throws(VipsError) -> VipsImage {
    unsafe try applying("averaging") {
      unsafe cvips_shrink($0, Int32(clamping: across), Int32(clamping: down))
    }
  }

  /// Turns by a number of quarters clockwise, 0 to 3.
  ///
  /// The corresponding C function is `vips_rot`.
  package func rotated(clockwiseQuarterTurns: Int) throws(VipsError) -> VipsImage {
    unsafe try applying("turning") { unsafe cvips_rotate($0, Int32(clockwiseQuarterTurns)) }
  }

  /// Mirrors left to right.
  ///
  /// The corresponding C function is `vips_flip`.
  package func mirrored() throws(VipsError) -> VipsImage {
    unsafe try applying("mirroring") { unsafe cvips_mirror($0) }
  }

  /// Cuts out a rectangle that lies inside the picture.
  ///
  /// The corresponding C function is `vips_extract_area`.
  package func cropped(
    left: Int, top: Int, width: Int, height: Int
  ) throws(VipsError) -> VipsImage {
    unsafe try applying("cropping") {
      unsafe cvips_crop(
        $0, Int32(clamping: left), Int32(clamping: top), Int32(clamping: width),
        Int32(clamping: height))
    }
  }

  /// Puts the picture into a larger one, whose other pixels repeat those at its edges.
  ///
  /// The corresponding C function is `vips_embed`.
  package func extended(
    left: Int, top: Int, width: Int, height: Int
  ) throws(VipsError) -> VipsImage {
    unsafe try applying("extending") {
      unsafe cvips_extend(
        $0, Int32(clamping: left), Int32(clamping: top), Int32(clamping: width),
        Int32(clamping: height))
    }
  }

  /// Adds alpha to a picture without: a rectangle inside it is opaque, the rest transparent.
  ///
  /// The corresponding C functions are `vips_addalpha` and `vips_embed`.
  package func clearedAround(
    left: Int, top: Int, width: Int, height: Int
  ) throws(VipsError) -> VipsImage {
    unsafe try applying("clearing") {
      unsafe cvips_clear_around(
        $0, Int32(clamping: left), Int32(clamping: top), Int32(clamping: width),
        Int32(clamping: height))
    }
  }

  /// Cuts out the most interesting rectangle of a size that fits inside the picture.
  ///
  /// The corresponding C function is `vips_smartcrop`.
  package func cropped(
    toWidth width: Int, height: Int, keeping interest: Interest
  ) throws(VipsError) -> VipsImage {
    unsafe try applying("cropping") {
      unsafe cvips_smart_crop(
        $0, Int32(clamping: width), Int32(clamping: height), interest.rawValue)
    }
  }

  /// Raises the contrast of edges in lightness, colours staying as they are.
  ///
  /// The corresponding C function is `vips_sharpen`.
  ///
  /// - Parameters:
  ///   - sigma: How far an edge reaches, in pixels.
  ///   - slope: How much of the difference to the surroundings is added.
  /// - Returns: The sharpened picture.
  /// - Throws: `VipsError` where the picture has colours that cannot be converted.
  package func sharpened(sigma: Double, slope: Double) throws(VipsError) -> VipsImage {
    unsafe try applying("sharpening") { unsafe cvips_sharpen($0, sigma, slope) }
  }

  /// Makes all pixels once and keeps them in memory.
  ///
  /// The corresponding C function is `vips_image_copy_memory`.
  package func inMemory() throws(VipsError) -> VipsImage {
    unsafe try applying("making pixels") { unsafe cvips_in_memory($0) }
  }
}
