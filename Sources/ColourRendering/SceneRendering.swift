internal import Glibc

/// Makes sRGB of a scene's linear light, which may be far brighter than white.
///
/// A scene whose middle is far from where a display shows something is exposed anew, as a camera
/// would; what is then brighter than white is compressed as `DisplayRendering` does it.
/// Source: Reinhard et al., Photographic Tone Reproduction for Digital Images (2002) § 3.1, the
/// logarithmic mean as the key of a scene, and 0.18 for its middle; ITU-R BT.2390-11 § 5.4.
package struct SceneRendering: Sendable {
  /// Logarithmic means at which a picture is shown as it is.
  private static let shownAsIs = 0.002...1.0
  private static let middle = 0.18
  /// White in cd/m², and the brightest that can be told apart in its units.
  private static let white = 203.0
  private static let brightest = 10_000 / white
  /// The part of pixels that may be brighter than what becomes white: suns and reflections.
  private static let clippedPart = 0.005

  private let exposure: Double
  private let compression: HighlightCompression?

  /// Looks at a picture to find out how bright it is.
  ///
  /// - Parameters:
  ///   - pixels: Interleaved 32-bit floating point: red, green, blue, and straight alpha where
  ///     there are four; 1 is white.
  ///   - channels: Samples a pixel, 3 or 4.
  package init(_ pixels: UnsafeRawBufferPointer, channels: Int) {
    var logarithms = 0.0
    var count = 0
    var largest: [Double] = []
    for index in 0..<(pixels.count / (4 * channels)) {
      let pixel = unsafe Self.pixel(index, of: pixels, channels: channels)
      let luminance = 0.2126 * pixel.red + 0.7152 * pixel.green + 0.0722 * pixel.blue
      largest.append(pixel.largest)
      guard luminance > 0 else { continue }
      logarithms += log(luminance)
      count += 1
    }
    let mean = count > 0 ? exp(logarithms / Double(count)) : Self.middle
    exposure = Self.shownAsIs.contains(mean) ? 1 : Self.middle / mean
    largest.sort()
    let place = Int(Double(largest.count) * (1 - Self.clippedPart))
    let peak = largest.isEmpty ? 0 : largest[min(place, largest.count - 1)] * exposure
    compression =
      peak > 1
      ? HighlightCompression(from: min(peak, Self.brightest) * Self.white, to: Self.white) : nil
  }

  /// Writes 8-bit sRGB.
  ///
  /// - Parameters:
  ///   - pixels: As the rendering was made for.
  ///   - channels: Samples a pixel, 3 or 4.
  ///   - target: Receives a byte a sample; it decides how many pixels are written.
  package func write(
    _ pixels: UnsafeRawBufferPointer, channels: Int, into target: UnsafeMutableRawBufferPointer
  ) {
    for index in 0..<min(pixels.count / (4 * channels), target.count / channels) {
      let shown = rendered(unsafe Self.pixel(index, of: pixels, channels: channels))
      let to = index * channels
      unsafe target[to] = DisplayRendering.code(shown.red)
      unsafe target[to + 1] = DisplayRendering.code(shown.green)
      unsafe target[to + 2] = DisplayRendering.code(shown.blue)
      if channels == 4 {
        let alpha = unsafe Self.sample(4 * index + 3, of: pixels)
        unsafe target[to + 3] = UInt8((min(alpha, 1) * 255).rounded())
      }
    }
  }

  private func rendered(_ pixel: LinearRGB) -> LinearRGB {
    var pixel = pixel.scaled(by: exposure)
    let largest = pixel.largest
    if let compression, largest > 0 {
      pixel = pixel.scaled(by: min(1, compression.compressed(largest)) / largest)
    }
    return pixel.clipped
  }

  private static func pixel(
    _ index: Int, of pixels: UnsafeRawBufferPointer, channels: Int
  ) -> LinearRGB {
    let first = index * channels
    return unsafe LinearRGB(
      red: sample(first, of: pixels), green: sample(first + 1, of: pixels),
      blue: sample(first + 2, of: pixels))
  }

  /// A sample that can be calculated with: what is no number, or negative, is black.
  private static func sample(_ index: Int, of pixels: UnsafeRawBufferPointer) -> Double {
    let value = unsafe Double(pixels.loadUnaligned(fromByteOffset: 4 * index, as: Float.self))
    return value > 0 ? min(value, 1e9) : 0
  }
}
