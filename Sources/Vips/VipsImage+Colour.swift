internal import CVipsShims

extension VipsImage {
  /// Multiplies the colour bands by alpha; the samples become floating point.
  ///
  /// The corresponding C function is `vips_premultiply`.
  package func premultiplied() throws(VipsError) -> VipsImage {
    unsafe try applying("premultiplying") { unsafe cvips_premultiply($0) }
  }

  /// Divides the colour bands by alpha.
  ///
  /// The corresponding C function is `vips_unpremultiply`.
  package func unpremultiplied() throws(VipsError) -> VipsImage {
    unsafe try applying("unpremultiplying") { unsafe cvips_unpremultiply($0) }
  }

  /// Changes the type of a sample, clipping and not scaling.
  ///
  /// The corresponding C function is `vips_cast`.
  package func cast(to format: Format) throws(VipsError) -> VipsImage {
    unsafe try applying("casting") { unsafe cvips_cast($0, format.rawValue) }
  }

  /// Converts to another meaning of the bands.
  ///
  /// The corresponding C function is `vips_colourspace`.
  package func converted(to interpretation: Interpretation) throws(VipsError) -> VipsImage {
    unsafe try applying("converting colours") {
      unsafe cvips_colourspace($0, interpretation.rawValue)
    }
  }

  /// Expands Radiance's shared exponents to floating point.
  ///
  /// The corresponding C function is `vips_rad2float`.
  package func decodedRadiance() throws(VipsError) -> VipsImage {
    unsafe try applying("expanding exponents") { unsafe cvips_decode_radiance($0) }
  }

  /// Gives the bands another meaning and leaves their numbers.
  ///
  /// The corresponding C function is `vips_copy`.
  package func reinterpreted(as interpretation: Interpretation) throws(VipsError) -> VipsImage {
    unsafe try applying("reinterpreting") { unsafe cvips_reinterpret($0, interpretation.rawValue) }
  }

  /// Multiplies every sample by `scale` and adds `offset`; the samples become floating point.
  ///
  /// The corresponding C function is `vips_linear1`.
  package func scaled(by scale: Double, adding offset: Double = 0) throws(VipsError) -> VipsImage {
    unsafe try applying("scaling samples") { unsafe cvips_linear($0, scale, offset) }
  }

  /// Takes some bands.
  ///
  /// The corresponding C function is `vips_extract_band`.
  package func bands(_ first: Int, count: Int) throws(VipsError) -> VipsImage {
    unsafe try applying("taking bands") {
      unsafe cvips_extract_bands($0, Int32(clamping: first), Int32(clamping: count))
    }
  }

  /// Puts the bands of another picture of the same size behind these.
  ///
  /// The corresponding C function is `vips_bandjoin2`.
  package func joined(with more: VipsImage) throws(VipsError) -> VipsImage {
    unsafe try applying("joining bands", with: more) { handle in
      unsafe more.withHandle { unsafe cvips_join_bands(handle, $0) }
    }
  }

  /// Lays the picture over a colour; alpha is gone.
  ///
  /// The corresponding C function is `vips_flatten`.
  package func flattened(
    over red: Double, _ green: Double, _ blue: Double
  ) throws(VipsError) -> VipsImage {
    unsafe try applying("flattening") { unsafe cvips_flatten($0, red, green, blue) }
  }
}
