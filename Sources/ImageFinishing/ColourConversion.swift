internal import MediaTypes
internal import Pixels
internal import Vips

/// A picture's own colours to 8-bit sRGB or grey.
enum ColourConversion {
  /// Converts a small picture to 8-bit sRGB, or to 8-bit grey where it is grey.
  ///
  /// What says nothing about its colours is left as it is: it is sRGB by convention.
  static func sRGB(
    _ image: VipsImage, colour: RasterColour, model: PixelLayout.ColourModel,
    noting warnings: inout [MediaWarning]
  ) throws(VipsError) -> VipsImage {
    if case .iccProfile(let profile) = colour {
      do throws(VipsError) {
        let objection = ICCHeader.objection(to: profile, for: model)
        guard let objection else { return try transformed(image, from: profile) }
        warnings.append(MediaWarning(.profileIgnored, objection))
      } catch {
        warnings.append(MediaWarning(.profileIgnored, error.text))
      }
    }
    return try plain(image)
  }

  /// Applies a profile; alpha passes by it, and grey stays grey.
  private static func transformed(
    _ image: VipsImage, from profile: [UInt8]
  ) throws(VipsError) -> VipsImage {
    // Evaluated here, so that a profile that fails does so while it can still be ignored.
    try image.transformed(from: profile, to: "srgb", depth: 8).cast(to: .uint8).inMemory()
  }

  private static func plain(_ image: VipsImage) throws(VipsError) -> VipsImage {
    switch image.interpretation {
    case .sRGB, .grey:
      return try image.format == .uint8 ? image : image.cast(to: .uint8)
    case .grey16:
      return try image.scaled(by: 1 / 257.0, adding: 0.5).cast(to: .uint8).reinterpreted(as: .grey)
    case .rgb16:
      return try image.scaled(by: 1 / 257.0, adding: 0.5).cast(to: .uint8).reinterpreted(as: .sRGB)
    default:
      return try image.converted(to: .sRGB).cast(to: .uint8)
    }
  }
}
