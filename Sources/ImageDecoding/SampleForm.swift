internal import MediaTypes
internal import Pixels
internal import Vips

/// The sample types and colour models that rasters have, and how libvips' others become one.
enum SampleForm {
  /// Turns a reduced picture into one that a raster can hold.
  ///
  /// Reduced pictures are small, so that converting the exotic ones costs nothing that matters.
  static func settled(_ image: VipsImage) throws(VipsError) -> VipsImage {
    switch image.interpretation {
    case .sRGB, .grey, .rgb16, .grey16, .cmyk, .linearRGB:
      return try withKnownSamples(withKnownBands(image))
    case .lab, .labShort, .labQuantised, .xyz:
      return try image.converted(to: .sRGB)
    case .multiband, nil:
      let isGrey = image.bandCount < 3
      let isWide = image.format == .uint16
      let meaning: VipsImage.Interpretation =
        isGrey ? (isWide ? .grey16 : .grey) : (isWide ? .rgb16 : .sRGB)
      return try withKnownSamples(withKnownBands(image.reinterpreted(as: meaning)))
    }
  }

  /// Whether the samples are colours as such, so that a profile has nothing to add.
  static func speaksForItself(_ image: VipsImage) -> Bool {
    switch image.interpretation {
    case .lab, .labShort, .labQuantised, .xyz, .linearRGB: true
    default: false
    }
  }

  /// Drops bands beyond the colour model's and one of alpha.
  private static func withKnownBands(_ image: VipsImage) throws(VipsError) -> VipsImage {
    let colours = colourModel(of: image).channelCount
    let known = image.bandCount > colours ? colours + 1 : colours
    guard image.bandCount > known else { return image }
    return try image.bands(0, count: known)
  }

  /// Makes the sample type one of the three.
  private static func withKnownSamples(_ image: VipsImage) throws(VipsError) -> VipsImage {
    if image.format == nil { return try image.cast(to: .float32) }
    guard image.format == .float32, image.interpretation != .linearRGB else { return image }
    // Floating point that does not say what it means: 0 to 255 by libvips' own convention for
    // sRGB and grey.
    return try image.cast(to: .uint8)
  }

  private static func colourModel(of image: VipsImage) -> PixelLayout.ColourModel {
    switch image.interpretation {
    case .grey, .grey16: image.bandCount < 3 ? .grey : .rgb
    case .cmyk: .cmyk
    default: image.bandCount < 3 ? .grey : .rgb
    }
  }

  /// How the samples of a settled picture are to be read.
  static func layout(of image: VipsImage) throws(ThumbnailError) -> PixelLayout {
    let model = colourModel(of: image)
    let alphaBands = image.bandCount - model.channelCount
    guard alphaBands == 0 || alphaBands == 1 else {
      throw ThumbnailError(.unsupported, "has \(image.bandCount) channels")
    }
    let sampleType: PixelLayout.SampleType
    switch image.format {
    case .uint8: sampleType = .uint8
    case .uint16: sampleType = .uint16
    case .float32: sampleType = .float32
    case nil: throw ThumbnailError(.unsupported, "has samples of an unusual type")
    }
    return PixelLayout(sampleType, model, hasAlpha: alphaBands == 1)
  }
}
