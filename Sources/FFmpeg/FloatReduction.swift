import CFFmpeg
package import MediaTypes

/// Reduces frames of floating-point planes by averaging areas, so that light beyond white counts.
///
/// Alpha is taken as multiplied in already, as OpenEXR has it.
package enum FloatReduction {
  /// Whether the samples of a frame are what is reduced here.
  package static func takes(_ samples: SampleFormat?) -> Bool {
    ["gbrpf32le", "gbrapf32le", "grayf32le"].contains(samples?.name)
  }

  /// Channels of the result: red, green and blue, and straight alpha where the frame has some.
  package static func channelCount(of samples: SampleFormat?) -> Int {
    samples?.name == "gbrapf32le" ? 4 : 3
  }

  /// Reduces a frame to a size that is not larger on either side.
  ///
  /// - Parameters:
  ///   - frame: A frame whose samples are taken here.
  ///   - size: Width and height of the result, in pixels.
  ///   - target: Receives interleaved 32-bit floating point; room for all of it.
  /// - Throws: `noConversion` where the samples are others, `refused` where the size is larger.
  package static func reduce(
    _ frame: borrowing Frame, to size: PixelSize, into target: UnsafeMutableRawBufferPointer
  ) throws(FFmpegError) {
    guard let samples = frame.samples, takes(samples) else { throw .noConversion("no float") }
    let channels = channelCount(of: samples)
    let view = try FrameView(of: frame, part: .whole(of: frame))
    guard size.isValid, size.fits(in: view.size),
      target.count / (4 * channels) / size.width >= size.height
    else { throw .refused(number: CFFMPEG_ERROR_INVALID, call: "reduce") }
    // Planes are green, blue, red and alpha, or grey alone.
    let planes = samples.name == "grayf32le" ? [0, 0, 0] : [2, 0, 1, 3]
    _ = unsafe view.withPlanes { data, strides in
      for channel in 0..<channels {
        guard let plane = unsafe data[planes[channel]] else { continue }
        let source = unsafe FloatPlane(
          start: UnsafeRawPointer(plane), stride: Int(strides[planes[channel]]), size: view.size)
        unsafe source.reduce(to: size, into: target, channel: channel, of: channels)
      }
      return 0
    }
    if channels == 4 { unsafe divide(target, by: 3, count: size.width * size.height) }
  }

  /// Divides the colours of pixels by their alpha.
  private static func divide(
    _ pixels: UnsafeMutableRawBufferPointer, by alphaChannel: Int, count: Int
  ) {
    for pixel in 0..<count {
      let alpha = unsafe pixels.load(fromByteOffset: 16 * pixel + 4 * alphaChannel, as: Float.self)
      guard alpha > 0, alpha < 1 else { continue }
      for channel in 0..<3 {
        let place = 16 * pixel + 4 * channel
        let value = unsafe pixels.load(fromByteOffset: place, as: Float.self)
        unsafe pixels.storeBytes(of: value / alpha, toByteOffset: place, as: Float.self)
      }
    }
  }
}

/// A plane of 32-bit floating point.
///
/// SAFETY: borrows a frame's pointer; lives inside the call that borrows the frame, and reads rows
/// and columns of the frame's own size.
@safe private struct FloatPlane {
  let start: UnsafeRawPointer
  let stride: Int
  let size: PixelSize

  /// Writes the means of areas as one channel of interleaved pixels.
  func reduce(
    to target: PixelSize, into pixels: UnsafeMutableRawBufferPointer, channel: Int,
    of channels: Int
  ) {
    for row in 0..<target.height {
      let rows = area(row, of: target.height, along: size.height)
      for column in 0..<target.width {
        let columns = area(column, of: target.width, along: size.width)
        var sum: Float = 0
        for y in rows {
          for x in columns {
            let value = unsafe start.loadUnaligned(
              fromByteOffset: y * stride + 4 * x, as: Float.self)
            // What is no number, or endless, would spoil all of its area.
            if value.isFinite { sum += value }
          }
        }
        let place = 4 * ((row * target.width + column) * channels + channel)
        unsafe pixels.storeBytes(
          of: sum / Float(rows.count * columns.count), toByteOffset: place, as: Float.self)
      }
    }
  }

  /// The whole pixels that one of `count` areas has the most of.
  private func area(_ index: Int, of count: Int, along length: Int) -> Range<Int> {
    let first = index * length / count
    return first..<max(first + 1, (index + 1) * length / count)
  }
}
