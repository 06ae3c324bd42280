internal import MediaTypes
internal import Pixels

/// The memory of a raster while tiles are added to it, in the order of their rows.
///
/// A pixel that several tiles share gets from each what the tile covers of it. All that it got is
/// rounded as if it had come at once, so that even colours stay even across tiles.
///
/// SAFETY: lives inside the closure that lends the memory; every access is checked against the
/// size, which the memory has.
@safe struct ReducedPixels {
  let size: PixelSize
  let layout: PixelLayout
  let memory: UnsafeMutableRawBufferPointer

  init(_ memory: UnsafeMutableRawBufferPointer, size: PixelSize, layout: PixelLayout) {
    precondition(
      Raster.byteCount(of: size, layout: layout) == memory.count, "the memory is not the raster's")
    self.size = size
    self.layout = layout
    unsafe self.memory = memory
  }

  /// What white is, as a sample.
  var highest: Float { layout.sampleType == .uint8 ? 255 : 65_535 }

  /// Adds samples to a row.
  ///
  /// - Parameters:
  ///   - samples: A row a channel, with values from 0 to `highest`, for each of `columns`.
  ///   - channels: The channels that get them.
  ///   - row: The row.
  ///   - coverage: What of the row is covered.
  ///   - columns: The pixels of the row that get something, and what of them is covered.
  func add(
    _ samples: borrowing SampleRows, to channels: Range<Int>, row: Int, _ coverage: Coverage,
    columns: AreaSpans
  ) {
    if layout.sampleType == .uint8 {
      add(samples, UInt8.self, to: channels, row, coverage, columns)
    } else {
      add(samples, UInt16.self, to: channels, row, coverage, columns)
    }
  }

  @inline(__always)
  private func add<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: borrowing SampleRows, _ type: Sample.Type, to channels: Range<Int>, _ row: Int,
    _ coverage: Coverage, _ columns: AreaSpans
  ) {
    let outputs = columns.outputs
    let step = layout.channelCount
    precondition(
      (0..<size.height).contains(row) && outputs.lowerBound >= 0
        && outputs.upperBound <= size.width && outputs.count <= samples.count
        && channels.lowerBound >= 0 && channels.upperBound <= step, "outside of the raster")
    guard let start = unsafe memory.baseAddress else { return }
    let rowStart =
      unsafe start.assumingMemoryBound(to: type)
      + (row * size.width + outputs.lowerBound) * step
    let wholes = coverage == .whole ? columns.wholes : 0..<0
    for channel in channels {
      let values = unsafe samples[channel - channels.lowerBound]
      let target = unsafe rowStart + channel
      for index in wholes {
        unsafe target[index * step] = Sample(truncatingIfNeeded: values[index].roundedBits)
      }
      for index in 0..<outputs.count where !wholes.contains(index) {
        let part = Coverage(row: coverage, column: columns.coverage[index])
        let before = unsafe (values[index] * part.before).roundedBits
        let after = unsafe (values[index] * (part.before + part.own)).roundedBits
        let sample = unsafe target + index * step
        unsafe sample.pointee = Sample(
          clamping: Int64(sample.pointee) + Int64(after) - Int64(before))
      }
    }
  }

  /// Divides colours by opacity, where they were multiplied by it.
  func unpremultiply() {
    guard layout.hasAlpha else { return }
    if layout.sampleType == .uint8 {
      unpremultiply(UInt8.self)
    } else {
      unpremultiply(UInt16.self)
    }
  }

  private func unpremultiply<Sample: FixedWidthInteger & UnsignedInteger>(_ type: Sample.Type) {
    let samples = unsafe memory.bindMemory(to: type)
    let step = layout.channelCount
    for pixel in stride(from: 0, to: samples.count, by: step) {
      let alpha = unsafe UInt64(samples[pixel + step - 1])
      guard alpha > 0, alpha < UInt64(Sample.max) else { continue }
      for channel in pixel..<(pixel + step - 1) {
        let value = unsafe UInt64(samples[channel]) * UInt64(Sample.max)
        unsafe samples[channel] = Sample(clamping: (value + alpha / 2) / alpha)
      }
    }
  }
}

extension Float {
  /// A number whose low 22 bits are the value, 0 to 65,535, rounded to the nearest integer.
  ///
  /// From 2²³ on the distance of floating-point numbers is 1, so that adding rounds; unlike a
  /// conversion this checks nothing, and many are made at a time.
  @inline(__always)
  fileprivate var roundedBits: UInt32 { (self + 8_388_608).bitPattern }
}
