/// How the samples of a raster are to be read.
package struct PixelLayout: Hashable, Sendable {
  /// The type of a sample.
  package enum SampleType: Hashable, Sendable {
    /// 8 bits, 0 to 255.
    case uint8
    /// 16 bits in the machine's order, 0 to 65,535.
    case uint16
    /// 32-bit floating point; 0 to 1 is black to white.
    case float32

    /// Bytes a sample.
    package var byteCount: Int {
      switch self {
      case .uint8: 1
      case .uint16: 2
      case .float32: 4
      }
    }
  }

  /// What the colour channels mean.
  package enum ColourModel: Hashable, Sendable {
    /// One channel of lightness.
    case grey
    /// Red, green, blue.
    case rgb
    /// Cyan, magenta, yellow, black; 0 is no ink.
    case cmyk
    /// CIE L*a*b*, only with floating-point samples.
    case lab

    /// Channels without alpha.
    package var channelCount: Int {
      switch self {
      case .grey: 1
      case .rgb, .lab: 3
      case .cmyk: 4
      }
    }
  }

  /// The type of a sample.
  package var sampleType: SampleType
  /// What the colour channels mean.
  package var colourModel: ColourModel
  /// Whether a channel of straight (not premultiplied) alpha follows the colour channels.
  package var hasAlpha: Bool

  /// Creates a layout.
  package init(_ sampleType: SampleType, _ colourModel: ColourModel, hasAlpha: Bool = false) {
    self.sampleType = sampleType
    self.colourModel = colourModel
    self.hasAlpha = hasAlpha
  }

  /// Channels, alpha included.
  package var channelCount: Int { colourModel.channelCount + (hasAlpha ? 1 : 0) }

  /// Bytes a pixel.
  package var bytesPerPixel: Int { channelCount * sampleType.byteCount }

  /// 8-bit red, green, blue.
  package static let rgb8 = PixelLayout(.uint8, .rgb)
  /// 8-bit red, green, blue and straight alpha.
  package static let rgba8 = PixelLayout(.uint8, .rgb, hasAlpha: true)
  /// 8-bit grey.
  package static let grey8 = PixelLayout(.uint8, .grey)
}
