internal import ColourProfiles
internal import ColourRendering
internal import MediaTypes
internal import Pixels
internal import Vips

/// A picture's own colours to 8-bit sRGB, or to 8-bit grey where it is grey.
enum ColourConversion {
  /// The profile that thumbnails get, where they get one.
  static func outputProfile(
    of raster: borrowing Raster, _ use: ThumbnailOptions.ProfileUse
  ) -> [UInt8]? {
    switch use {
    case .none: return nil
    case .srgb:
      return ColourProfile.sRGBBytes(isGrey: raster.layout.colourModel == .grey)
    case .keep: return keptProfile(of: raster)
    }
  }

  /// Whether a profile explains one channel of lightness; `nil` where it is broken.
  static func isGrey(_ profile: [UInt8]) -> Bool? {
    (try? ColourProfile(profile).space).map { $0 == .grey }
  }

  /// The picture's own profile, where thumbnails can have it.
  private static func keptProfile(of raster: borrowing Raster) -> [UInt8]? {
    let model = raster.layout.colourModel
    guard case .iccProfile(let bytes) = raster.colour, model == .grey || model == .rgb,
      isGrey(bytes) == (model == .grey)
    else { return nil }
    return bytes
  }

  /// Lends a raster's pixels in sRGB, or in the picture's own colours where those are kept.
  ///
  /// What says nothing about its colours is left as it is: it is sRGB by convention.
  static func withColours<Value>(
    of raster: borrowing Raster, _ use: ThumbnailOptions.ProfileUse,
    noting warnings: inout [MediaWarning], _ body: (VipsImage) -> Result<Value, VipsError>
  ) -> Result<Value, VipsError> {
    let isKept = use == .keep && keptProfile(of: raster) != nil
    if !isKept, let pixels = profiled(raster, noting: &warnings) {
      let form = LentPixels(
        size: raster.size,
        layout: PixelLayout(
          .uint8, raster.layout.colourModel == .grey ? .grey : .rgb,
          hasAlpha: raster.layout.hasAlpha))
      return unsafe pixels.withUnsafeBytes { unsafe form.lend($0).flatMap(body) }
    }
    if let pixels = rendered(raster) ?? renderedScene(raster) {
      let form = LentPixels(
        size: raster.size, layout: PixelLayout(.uint8, .rgb, hasAlpha: raster.layout.hasAlpha))
      return unsafe pixels.withUnsafeBytes { unsafe form.lend($0).flatMap(body) }
    }
    let form = LentPixels(size: raster.size, layout: raster.layout)
    return unsafe raster.withBytes { bytes in
      unsafe form.lend(bytes).flatMap { image in
        do throws(VipsError) {
          return body(try plain(image))
        } catch {
          return .failure(error)
        }
      }
    }
  }

  /// Applies the embedded profile, where there is one that fits.
  private static func profiled(
    _ raster: borrowing Raster, noting warnings: inout [MediaWarning]
  ) -> [UInt8]? {
    guard let bitDepth = bitDepth(of: raster.layout.sampleType), let area = raster.size.area
    else { return nil }
    if case .iccProfile(let bytes) = raster.colour, raster.layout.colourModel == .rgb,
      bitDepth == 8, ColourProfile.isSRGB(bytes)
    {
      return nil
    }
    do throws(ColourProfile.Objection) {
      guard let profile = try profile(of: raster.colour, for: raster.layout.colourModel) else {
        return nil
      }
      guard profile.space == space(of: raster.layout.colourModel) else {
        warnings.append(
          MediaWarning(
            .profileIgnored, "the embedded profile is for \(profile.space), the picture is not"))
        return nil
      }
      let samples = ColourProfile.Samples(bitDepth: bitDepth, hasAlpha: raster.layout.hasAlpha)
      return unsafe try raster.withBytes { pixels throws(ColourProfile.Objection) in
        unsafe try profile.sRGB(from: pixels, samples: samples, pixelCount: area)
      }
    } catch {
      warnings.append(MediaWarning(.profileIgnored, "\(error)"))
      return nil
    }
  }

  /// The profile that explains a raster's colours, where one does.
  private static func profile(
    of colour: RasterColour, for model: PixelLayout.ColourModel
  ) throws(ColourProfile.Objection) -> ColourProfile? {
    switch colour {
    case .sRGB, .codePoints: return nil
    case .iccProfile(let bytes): return try ColourProfile(bytes)
    case .calibrated(let colour):
      return try ColourProfile(
        encodingExponent: colour.encodingExponent, chromaticities: colour.chromaticities?.values,
        isGrey: model == .grey)
    }
  }

  /// Renders colours that code points name, where they are not shown as they are.
  private static func rendered(_ raster: borrowing Raster) -> [UInt8]? {
    guard case .codePoints(let points) = raster.colour, raster.layout.colourModel == .rgb,
      let area = raster.size.area
    else { return nil }
    let colour = DisplayColour(points)
    guard !colour.isDisplayReady else { return nil }
    let channels = raster.layout.channelCount
    let rendering = DisplayRendering(colour, peakLuminance: nil)
    let keepsAlpha = raster.layout.hasAlpha
    return unsafe raster.withBytes { bytes -> [UInt8]? in
      switch raster.layout.sampleType {
      case .uint16:
        return unsafe rendered(
          bytes, count: area * channels, channels: channels, by: rendering, keepsAlpha: keepsAlpha)
      case .uint8:
        let wide = unsafe bytes.map { UInt16($0) * 257 }
        return unsafe wide.withUnsafeBytes {
          unsafe rendered(
            $0, count: area * channels, channels: channels, by: rendering, keepsAlpha: keepsAlpha)
        }
      case .float32: return nil
      }
    }
  }

  private static func rendered(
    _ samples: UnsafeRawBufferPointer, count: Int, channels: Int, by rendering: DisplayRendering,
    keepsAlpha: Bool
  ) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe buffer.initialize(repeating: 0)
      unsafe rendering.write(
        samples, channels: channels, into: UnsafeMutableRawBufferPointer(buffer),
        keepsAlpha: keepsAlpha)
      filled = count
    }
  }

  /// Renders linear light of a scene.
  private static func renderedScene(_ raster: borrowing Raster) -> [UInt8]? {
    guard raster.layout.sampleType == .float32, raster.layout.colourModel == .rgb,
      let area = raster.size.area
    else { return nil }
    let channels = raster.layout.channelCount
    return unsafe raster.withBytes { pixels in
      let rendering = unsafe SceneRendering(pixels, channels: channels)
      return unsafe [UInt8](unsafeUninitializedCapacity: area * channels) { buffer, filled in
        unsafe buffer.initialize(repeating: 0)
        unsafe rendering.write(
          pixels, channels: channels, into: UnsafeMutableRawBufferPointer(buffer))
        filled = area * channels
      }
    }
  }

  private static func bitDepth(of sampleType: PixelLayout.SampleType) -> Int? {
    switch sampleType {
    case .uint8: 8
    case .uint16: 16
    case .float32: nil
    }
  }

  private static func space(of model: PixelLayout.ColourModel) -> ColourProfile.Space? {
    switch model {
    case .grey: .grey
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .lab: nil
    }
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

/// How interleaved pixels are handed to libvips.
private struct LentPixels {
  let size: PixelSize
  let layout: PixelLayout

  func lend(_ bytes: UnsafeRawBufferPointer) -> Result<VipsImage, VipsError> {
    do throws(VipsError) {
      return .success(
        unsafe try VipsImage(
          lending: bytes, width: size.width, height: size.height, bands: layout.channelCount,
          format: format, interpretation: meaning))
    } catch {
      return .failure(error)
    }
  }

  private var format: VipsImage.Format {
    switch layout.sampleType {
    case .uint8: .uint8
    case .uint16: .uint16
    case .float32: .float32
    }
  }

  private var meaning: VipsImage.Interpretation {
    switch (layout.colourModel, layout.sampleType) {
    case (.grey, .uint16): .grey16
    case (.grey, _): .grey
    case (.rgb, .float32): .linearRGB
    case (.rgb, .uint16): .rgb16
    case (.rgb, .uint8): .sRGB
    case (.cmyk, _): .cmyk
    case (.lab, _): .lab
    }
  }
}
