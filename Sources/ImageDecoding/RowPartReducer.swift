internal import MediaTypes
internal import Pixels

/// Averages parts of rows, which come in any order, into a raster of 16 bits.
///
/// Each pixel adds what it covers of a reduced one. Colours are added as multiplied by opacity, and
/// divided by it in the end.
///
/// SAFETY: lives inside the closure that lends the memory; every index is inside the raster, whose
/// size the memory has.
@safe struct RowPartReducer {
  /// Along one axis, where reduced pixels end: the pixel that the end lies in, and how much of that
  /// pixel lies before it.
  private struct Axis {
    let ends: [Int]
    let parts: [Float]
    let step: Float

    init(from length: Int, to count: Int) {
      let step = Double(length) / Double(count)
      let places = (1...count).map { Double($0) * step }
      // The last one ends where the picture does, whatever rounding says.
      ends = places.dropLast().map { Int($0.rounded(.down)) } + [length]
      parts = places.dropLast().map { Float($0 - $0.rounded(.down)) } + [0]
      self.step = Float(step)
    }

    /// The reduced pixel that a pixel begins in.
    func output(of place: Int) -> Int {
      var index = min(ends.count - 1, Int(Float(place) / step))
      while index > 0, ends[index - 1] > place { index -= 1 }
      while index < ends.count - 1, ends[index] < place { index += 1 }
      // A pixel in which one ends begins in that one.
      while index > 0, ends[index - 1] == place, parts[index - 1] > 0 { index -= 1 }
      while index < ends.count - 1, ends[index] == place, parts[index] == 0 { index += 1 }
      return index
    }
  }

  private let size: PixelSize
  private let whole: PixelSize
  private let layout: PixelLayout
  private let multiplies: Bool
  private let samples: UnsafeMutableBufferPointer<UInt16>
  private let columns: Axis
  private let rows: Axis
  private var line: [SIMD4<Float>]

  /// Prepares to add to zeros.
  ///
  /// - Parameters:
  ///   - whole: Width and height of the picture, in pixels.
  ///   - size: Those of the raster, at most as large.
  ///   - layout: What the raster holds: 16 bits, grey or red, green and blue.
  ///   - isPremultiplied: Whether the parts' colours are multiplied by opacity already.
  ///   - samples: The raster's memory.
  init(
    from whole: PixelSize, to size: PixelSize, layout: PixelLayout, isPremultiplied: Bool,
    in samples: UnsafeMutableBufferPointer<UInt16>
  ) {
    precondition(
      layout.sampleType == .uint16
        && size.width * size.height * layout.channelCount == samples.count,
      "the memory is not the raster's")
    self.size = size
    self.whole = whole
    self.layout = layout
    multiplies = layout.hasAlpha && !isPremultiplied
    unsafe self.samples = samples
    columns = Axis(from: whole.width, to: size.width)
    rows = Axis(from: whole.height, to: size.height)
    line = [SIMD4<Float>](repeating: .zero, count: size.width + 1)
  }

  /// Adds a part of a row.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and opacity as floating-point numbers; what lies beyond 0 and 1
  ///     counts as those.
  ///   - x: Pixels left of the part.
  ///   - y: Rows above it.
  mutating func add(_ pixels: UnsafeRawBufferPointer, x: Int, y: Int) {
    let count = pixels.count / MemoryLayout<SIMD4<Float>>.stride
    guard x >= 0, y >= 0, y < whole.height, count <= whole.width - x, count > 0 else { return }
    let first = columns.output(of: x)
    let last = unsafe sum(pixels, x: x, from: first)
    let row = rows.output(of: y)
    // A row in which a reduced one ends is shared with the next.
    let isShared = rows.ends[row] == y && row + 1 < size.height
    let part = isShared ? rows.parts[row] : 1
    write(first...last, to: row, part: part)
    if isShared { write(first...last, to: row + 1, part: 1 - part) }
    for output in first...last { line[output] = .zero }
  }

  /// Adds pixels to the line; the last reduced pixel that got something.
  private mutating func sum(
    _ pixels: UnsafeRawBufferPointer, x: Int, from first: Int
  ) -> Int {
    let stride = MemoryLayout<SIMD4<Float>>.stride
    let end = x + pixels.count / stride
    var (place, output) = (x, first)
    while true {
      let wholeEnd = min(end, columns.ends[output])
      var sum = SIMD4<Float>.zero
      while place < wholeEnd {
        unsafe sum += settled(
          pixels.loadUnaligned(fromByteOffset: (place - x) * stride, as: SIMD4<Float>.self))
        place += 1
      }
      line[output] += sum
      guard place < end, output + 1 < size.width else { return output }
      // The pixel that two share.
      let part = columns.parts[output]
      if part > 0 {
        let pixel = unsafe settled(
          pixels.loadUnaligned(fromByteOffset: (place - x) * stride, as: SIMD4<Float>.self))
        line[output] += pixel * part
        line[output + 1] += pixel * (1 - part)
        place += 1
      }
      output += 1
      if place == end { return output }
    }
  }

  @inline(__always)
  private func settled(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
    // What is no number becomes black.
    let kept = pixel.replacing(with: 0, where: .!(pixel .> 0))
    let clamped = kept.replacing(with: 1, where: kept .> 1)
    guard multiplies else { return clamped }
    return clamped * SIMD4(clamped.w, clamped.w, clamped.w, 1)
  }

  private func write(_ outputs: ClosedRange<Int>, to row: Int, part: Float) {
    guard part > 0 else { return }
    let scale = part * 65_535 / (columns.step * rows.step)
    let channels = layout.channelCount
    let colours = layout.colourModel.channelCount
    for output in outputs {
      let value = (line[output] * scale).rounded(.toNearestOrEven)
      let start = (row * size.width + output) * channels
      for channel in 0..<channels {
        let added = Int(value[channel < colours ? channel : 3])
        unsafe samples[start + channel] = UInt16(clamping: Int(samples[start + channel]) + added)
      }
    }
  }

  /// Divides colours by opacity.
  func finish() {
    guard layout.hasAlpha else { return }
    let channels = layout.channelCount
    for start in unsafe stride(from: 0, to: samples.count, by: channels) {
      let alpha = unsafe Int(samples[start + channels - 1])
      guard alpha > 0, alpha < 65_535 else { continue }
      for channel in start..<(start + channels - 1) {
        let value = unsafe Int(samples[channel]) * 65_535
        unsafe samples[channel] = UInt16(clamping: (value + alpha / 2) / alpha)
      }
    }
  }
}
