internal import Glibc

/// Makes sRGB of reduced pictures in other primaries and transfer functions, pixel by pixel.
///
/// Luminance above that of SDR's white is compressed as BT.2390's electro-electrical transfer
/// function does, by the largest channel, so that hue stays; what lies outside of sRGB's gamut then
/// loses chroma until it fits. Without such luminance, channels are cut off one by one, as a colour
/// profile of the same primaries has it. Middle grey and all below 90 cd/m² stay as they are.
/// Source: ITU-R BT.2390-11 § 5.4, BT.2408-7 § 2 (reference white), BT.2100-2 tables 4 and 5.
package struct DisplayRendering: Sendable {
  /// The luminance that becomes sRGB's white, in cd/m².
  private static let white = 203.0
  /// The nominal peak of HLG, and of PQ that says nothing, in cd/m².
  private static let nominalPeak = 1000.0

  private let colour: DisplayColour
  private let compression: HighlightCompression?
  private let light: [Double]

  /// Prepares the rendering of pictures.
  ///
  /// - Parameters:
  ///   - colour: What the samples mean.
  ///   - peakLuminance: The greatest luminance that is stated, in cd/m².
  package init(_ colour: DisplayColour, peakLuminance: Double?) {
    self.colour = colour
    switch colour.transfer {
    case .sRGB, .linear: compression = nil
    case .hlg:
      compression = HighlightCompression(from: DisplayRendering.nominalPeak, to: Self.white)
    case .pq:
      let peak = min(max(peakLuminance ?? DisplayRendering.nominalPeak, Self.white), 4000)
      compression = HighlightCompression(from: peak, to: Self.white)
    }
    light = Self.lightTable(of: colour.transfer)
  }

  /// Writes 8-bit sRGB.
  ///
  /// - Parameters:
  ///   - pixels: Interleaved 16-bit samples in the machine's order: red, green, blue, and alpha
  ///     where there are four.
  ///   - channels: Samples a pixel, 3 or 4.
  ///   - target: Receives 3 bytes a pixel, or 4 with alpha; it decides how many pixels are written.
  ///   - keepsAlpha: Whether alpha is written; only where there is some.
  package func write(
    _ pixels: UnsafeRawBufferPointer, channels: Int, into target: UnsafeMutableRawBufferPointer,
    keepsAlpha: Bool
  ) {
    precondition(channels == 3 || channels == 4 && !(keepsAlpha && channels == 3))
    let (bytes, pixelBytes) = (2 * channels, keepsAlpha ? 4 : 3)
    for index in 0..<min(pixels.count / bytes, target.count / pixelBytes) {
      let (from, to) = (index * bytes, index * pixelBytes)
      let pixel = unsafe LinearRGB(
        red: light[Int(pixels.loadUnaligned(fromByteOffset: from, as: UInt16.self) >> 4)],
        green: light[Int(pixels.loadUnaligned(fromByteOffset: from + 2, as: UInt16.self) >> 4)],
        blue: light[Int(pixels.loadUnaligned(fromByteOffset: from + 4, as: UInt16.self) >> 4)])
      let shown = rendered(pixel)
      unsafe target[to] = Self.code(shown.red)
      unsafe target[to + 1] = Self.code(shown.green)
      unsafe target[to + 2] = Self.code(shown.blue)
      if keepsAlpha {
        let alpha = unsafe pixels.loadUnaligned(fromByteOffset: from + 6, as: UInt16.self)
        unsafe target[to + 3] = UInt8(alpha >> 8)
      }
    }
  }

  /// Light of the frame's primaries becomes light of sRGB's; 1 is white on either side, and what is
  /// below 0 or above 1 cannot be shown.
  package func rendered(_ pixel: LinearRGB) -> LinearRGB {
    var pixel = pixel
    if colour.transfer == .hlg { pixel = pixel.afterHybridLogGammaSystem }
    if let compression {
      // By the largest channel, so that the ratios of the channels, and with them hue, stay.
      let largest = pixel.largest
      if largest > 0 { pixel = pixel.scaled(by: compression.compressed(largest) / largest) }
    }
    let shown =
      switch colour.primaries {
      case .sRGB: pixel
      case .bt2020: pixel.fromBT2020
      case .p3: pixel.fromP3
      }
    return compression == nil ? shown : shown.clipped
  }

  /// Light for the upper 12 bits of a sample; 1 is SDR's white, for HLG the scene's peak.
  private static func lightTable(of transfer: DisplayColour.Transfer) -> [Double] {
    (0..<4096).map { code in
      let signal = Double(code) / 4095
      switch transfer {
      case .linear: return signal
      case .sRGB: return TransferFunction.linearFromSRGB(signal)
      case .pq: return TransferFunction.luminanceFromPQ(signal) / white
      case .hlg: return TransferFunction.sceneLightFromHLG(signal)
      }
    }
  }

  /// The 8-bit sample of light, 1 being white.
  static func code(_ light: Double) -> UInt8 {
    codes[Int((min(max(light, 0), 1) * Double(codes.count - 1)).rounded())]
  }

  private static let codes: [UInt8] = (0..<16384).map { step in
    UInt8((TransferFunction.sRGBFromLinear(Double(step) / 16383) * 255).rounded())
  }
}

/// The knee by which highlights are brought below a display's peak.
///
/// Source: ITU-R BT.2390-11 § 5.4.1, with the black levels at 0.
struct HighlightCompression {
  private let sourcePeak: Double
  private let white: Double
  private let targetSignal: Double
  private let knee: Double

  /// A compression of luminance up to `peak` to at most `white`, both in cd/m².
  init(from peak: Double, to white: Double) {
    self.white = white
    sourcePeak = TransferFunction.pqFromLuminance(peak)
    targetSignal = TransferFunction.pqFromLuminance(white) / sourcePeak
    knee = 1.5 * targetSignal - 0.5
  }

  /// The luminance to show, both in units of white.
  func compressed(_ light: Double) -> Double {
    let signal = min(1, TransferFunction.pqFromLuminance(light * white) / sourcePeak)
    guard signal > knee, knee < 1 else { return light }
    let t = (signal - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let shown =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee)
      + (-2 * t3 + 3 * t2) * targetSignal
    return TransferFunction.luminanceFromPQ(shown * sourcePeak) / white
  }
}

/// Transfer functions between signals and light.
enum TransferFunction {
  /// Source: IEC 61966-2-1.
  static func linearFromSRGB(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  /// Source: IEC 61966-2-1.
  static func sRGBFromLinear(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 32
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 128
  private static let c3 = 2392.0 / 128

  /// Luminance in cd/m².
  ///
  /// Source: SMPTE ST 2084 § 5.
  static func luminanceFromPQ(_ signal: Double) -> Double {
    let power = pow(max(signal, 0), 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// The signal of a luminance in cd/m².
  ///
  /// Source: SMPTE ST 2084 § 5.
  static func pqFromLuminance(_ luminance: Double) -> Double {
    let power = pow(min(max(luminance / 10_000, 0), 1), m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// The scene's light, 0 to 1.
  ///
  /// Source: ITU-R BT.2100-2 table 5.
  static func sceneLightFromHLG(_ signal: Double) -> Double {
    signal <= 0.5
      ? signal * signal / 3
      : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }
}

/// Linear light of a pixel.
package struct LinearRGB: Hashable, Sendable {
  /// Red light.
  package var red: Double
  /// Green light.
  package var green: Double
  /// Blue light.
  package var blue: Double

  /// Names the light of the three channels.
  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  var largest: Double { max(red, green, blue) }

  func scaled(by factor: Double) -> LinearRGB {
    LinearRGB(red: red * factor, green: green * factor, blue: blue * factor)
  }

  /// Display light of 1000 cd/m² peak, in units of SDR's white, from the light of a scene.
  ///
  /// Source: ITU-R BT.2100-2 table 5, the reference OOTF with a system gamma of 1.2.
  var afterHybridLogGammaSystem: LinearRGB {
    let luminance = 0.2627 * red + 0.6780 * green + 0.0593 * blue
    return scaled(by: 1000.0 / 203 * pow(max(luminance, 0), 0.2))
  }

  /// Source: ITU-R BT.2087-0 annex 2 (inverse), primaries of BT.2020 and BT.709.
  var fromBT2020: LinearRGB {
    LinearRGB(
      red: 1.660491 * red - 0.587641 * green - 0.072850 * blue,
      green: -0.124550 * red + 1.132900 * green - 0.008349 * blue,
      blue: -0.018151 * red - 0.100579 * green + 1.118730 * blue)
  }

  /// Source: SMPTE EG 432-1, primaries of P3 with D65, and BT.709.
  var fromP3: LinearRGB {
    LinearRGB(
      red: 1.224940 * red - 0.224940 * green,
      green: -0.042057 * red + 1.042057 * green,
      blue: -0.019638 * red - 0.078636 * green + 1.098274 * blue)
  }

  /// The same with chroma reduced until every channel is between 0 and 1.
  var clipped: LinearRGB {
    let grey = min(max(0.2126 * red + 0.7152 * green + 0.0722 * blue, 0), 1)
    var share = 1.0
    for channel in [red, green, blue] {
      if channel < 0 {
        share = min(share, grey / (grey - channel))
      } else if channel > 1 {
        share = min(share, (1 - grey) / (channel - grey))
      }
    }
    guard share < 1 else { return self }
    return LinearRGB(
      red: grey + (red - grey) * share, green: grey + (green - grey) * share,
      blue: grey + (blue - grey) * share)
  }
}
