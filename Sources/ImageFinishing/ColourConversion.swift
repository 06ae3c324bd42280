internal import ColourProfiles
internal import ColourRendering
internal import MediaTypes
internal import Pixels
internal import Vips

/// A picture's own colours to 8-bit sRGB, or to 8-bit grey where it is grey.
enum ColourConversion {
  /// Lends a raster's pixels in sRGB.
  ///
  /// What says nothing about its colours is left as it is: it is sRGB by convention.
  static func withSRGB<Value>(
    of raster: borrowing Raster, noting warnings: inout [MediaWarning],
    _ body: (VipsImage) -> Result<Value, VipsError>
  ) -> Result<Value, VipsError> {
    if let pixels = profiled(raster, noting: &warnings) {
      let form = LentPixels(
        size: raster.size,
        layout: PixelLayout(
          .uint8, raster.layout.colourModel == .grey ? .grey : .rgb,
          hasAlpha: raster.layout.hasAlpha))
      return unsafe pixels.withUnsafeBytes { unsafe form.lend($0).flatMap(body) }
    }
    if let pixels = rendered(raster) {
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
    guard case .iccProfile(let bytes) = raster.colour,
      let bitDepth = bitDepth(of: raster.layout.sampleType), let area = raster.size.area
    else { return nil }
    do throws(ColourProfile.Objection) {
      let profile = try ColourProfile(bytes)
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
