import MediaTypes

/// Turns luma and chroma of 8 bits into red, green and blue.
///
/// Source: TIFF 6.0 § 20 (ReferenceBlackWhite) and § 21 (YCbCrCoefficients, YCbCrSubSampling); its
/// levels of chroma go from no colour to 127 steps of it, as libtiff takes them.
struct TIFFLumaChroma: Sendable, Hashable {
  /// Pixels that share a sample of chroma, across and down.
  let subsampling: PixelSize

  /// A level and what a step above it counts.
  private struct Scale: Hashable {
    let zero: Float
    let step: Float

    init(_ zero: Float, _ full: Float, steps: Float) {
      self.zero = zero
      step = full == zero ? steps : steps / (full - zero)
    }

    subscript(value: UInt8) -> Float { (Float(value) - zero) * step }
  }

  private let luma: Scale
  private let blue: Scale
  private let red: Scale
  private let redOfRed: Float
  private let greenOfRed: Float
  private let blueOfBlue: Float
  private let greenOfBlue: Float

  /// - Parameters:
  ///   - subsampling: Pixels that share a sample of chroma.
  ///   - shares: What of luma is red, green and blue; `nil` for those of ITU-R BT.601.
  ///   - levels: Black and white of luma, none and all of blue and of red; `nil` for all of a byte.
  init(subsampling: PixelSize, shares: [Float]?, levels: [Float]?) {
    self.subsampling = subsampling
    let usual: [Float] = [0.299, 0.587, 0.114]
    let shares = shares.flatMap { $0[1] > 0 ? $0 : nil } ?? usual
    let levels = levels ?? [0, 255, 128, 255, 128, 255]
    luma = Scale(levels[0], levels[1], steps: 255)
    blue = Scale(levels[2], levels[3], steps: 127)
    red = Scale(levels[4], levels[5], steps: 127)
    redOfRed = 2 - 2 * shares[0]
    greenOfRed = redOfRed * shares[0] / shares[1]
    blueOfBlue = 2 - 2 * shares[2]
    greenOfBlue = blueOfBlue * shares[2] / shares[1]
  }

  /// Turns a row of pixels.
  ///
  /// - Parameters:
  ///   - row: Blocks of luma of the pixels that share chroma, each followed by its blue and red
  ///     differences.
  ///   - line: The row of pixels inside the blocks.
  ///   - width: Pixels of a row.
  ///   - target: Room for three bytes a pixel.
  func turn(
    _ row: UnsafePointer<UInt8>, line: Int, width: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let lumas = subsampling.width * subsampling.height
    // SAFETY: the row has a block for every `subsampling.width` pixels, begun ones included.
    for first in stride(from: 0, to: width, by: subsampling.width) {
      let block = unsafe row + first / subsampling.width * (lumas + 2)
      let (blueSample, redSample) = unsafe (block[lumas], block[lumas + 1])
      let (blue, red) = (blue[blueSample], red[redSample])
      for column in first..<min(width, first + subsampling.width) {
        let sample = unsafe block[line * subsampling.width + column - first]
        // No picture has such a colour; it is what is put where data are missing.
        let isMissing = sample == 0 && blueSample == 0 && redSample == 0
        let luma = isMissing ? 0 : luma[sample]
        let pixel = unsafe target + 3 * column
        unsafe pixel[0] = isMissing ? 0 : Self.byte(luma + redOfRed * red)
        unsafe pixel[1] =
          isMissing ? 0 : Self.byte(luma - greenOfRed * red - greenOfBlue * blue)
        unsafe pixel[2] = isMissing ? 0 : Self.byte(luma + blueOfBlue * blue)
      }
    }
  }

  private static func byte(_ value: Float) -> UInt8 {
    // What is no number becomes 0, too.
    let value = value + 0.5
    return value > 0 ? (value < 255 ? UInt8(value) : 255) : 0
  }
}
