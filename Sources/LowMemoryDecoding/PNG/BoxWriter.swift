/// Writes means of boxes as pixels with straight alpha.
@safe final class BoxWriter {
  private let width: Int
  private let form: PNGSamples.Form
  /// SAFETY: the caller of the decode lends it until the decode returns, with room for all pixels.
  @unsafe private let output: UnsafeMutablePointer<UInt8>

  init(width: Int, form: PNGSamples.Form, output: UnsafeMutablePointer<UInt8>) {
    self.width = width
    self.form = form
    unsafe self.output = output
  }

  /// Writes a row of the output.
  ///
  /// - Parameters:
  ///   - sums: A number a channel of each pixel, colours times alpha.
  ///   - scale: What makes means of them, from 0 to the largest sample.
  ///   - row: Which row.
  func write(_ sums: UnsafePointer<Float>, scale: Float, row: Int) {
    // SAFETY: there is a sum for each sample, and room for each row.
    let start = unsafe output + row * width * form.pixelByteCount
    if form.sampleByteCount == 1 {
      unsafe write(sums, scale: scale, to: start)
    } else {
      unsafe UnsafeMutableRawPointer(start).withMemoryRebound(
        to: UInt16.self, capacity: width * form.channelCount
      ) { unsafe write(sums, scale: scale, to: $0) }
    }
  }

  private func write<Sample: FixedWidthInteger & UnsignedInteger>(
    _ sums: UnsafePointer<Float>, scale: Float, to samples: UnsafeMutablePointer<Sample>
  ) {
    let channels = form.channelCount
    guard form.hasAlpha else {
      for index in 0..<(width * channels) {
        unsafe samples[index] = sample(sums[index] * scale)
      }
      return
    }
    for first in stride(from: 0, to: width * channels, by: channels) {
      let alpha = unsafe sums[first + channels - 1] * scale
      unsafe samples[first + channels - 1] = sample(alpha)
      let colourScale = alpha > 0 ? scale * form.largest / alpha : 0
      for index in first..<(first + channels - 1) {
        unsafe samples[index] = sample(sums[index] * colourScale)
      }
    }
  }

  @inline(__always)
  private func sample<Sample: FixedWidthInteger & UnsignedInteger>(_ value: Float) -> Sample {
    Sample(truncatingIfNeeded: Int32(min(max(value + 0.5, 0), form.largest)))
  }

  /// Makes a row of the output the same as the one above; the first one stays as it is.
  func repeatRow(before row: Int) {
    guard row > 0 else { return }
    let byteCount = width * form.pixelByteCount
    let start = unsafe output + row * byteCount
    unsafe start.update(from: start - byteCount, count: byteCount)
  }
}
