import CFFmpeg
package import MediaTypes

/// A small picture as the scaler wrote it, with padded rows.
///
/// The library's fastest paths write some bytes beyond the end of a row, which must therefore not
/// be the caller's memory.
@safe package struct ScaledPicture: ~Copyable {
  private static let alignment = 64

  /// Width and height in pixels.
  package let size: PixelSize
  /// What the samples are.
  package let output: Scaler.Output

  let start: UnsafeMutablePointer<UInt8>
  let stride: Int
  let samples: SampleFormat

  init(size: PixelSize, output: Scaler.Output) throws(FFmpegError) {
    try FFmpegRuntime.start()
    guard size.isValid, let samples = SampleFormat(output.raw) else {
      throw .refused(number: CFFMPEG_ERROR_INVALID, call: "scale")
    }
    let (row, overflows) = size.width.multipliedReportingOverflow(by: output.bytesPerPixel)
    guard !overflows, let stride = Int32(exactly: row).map(ScaledPicture.padded),
      let total = PixelSize(width: stride, height: size.height).area,
      let memory = unsafe av_mallocz(total &+ ScaledPicture.alignment)
    else { throw .outOfMemory(call: "av_mallocz") }
    self.size = size
    self.output = output
    self.samples = samples
    self.stride = stride
    unsafe start = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { unsafe av_free(start) }

  private static func padded(_ row: Int32) -> Int {
    (Int(row) + 2 * alignment - 1) & ~(alignment - 1)
  }

  var view: FrameView { FrameView(self) }

  /// Sets a pixel of 8-bit red, green, blue and alpha.
  func setPixel(x: Int, y: Int, to pixel: SIMD4<UInt8>) {
    precondition(output == .rgba8, "not 8-bit samples with alpha")
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "no such pixel")
    unsafe UnsafeMutableRawPointer(start + y * stride + 4 * x).storeBytes(
      of: pixel, as: SIMD4<UInt8>.self)
  }

  /// Lends a row for reading, without its padding.
  package func withRow<Result>(
    _ row: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    precondition(row >= 0 && row < size.height, "no such row")
    return unsafe body(
      UnsafeRawBufferPointer(
        start: start + row * stride, count: size.width * output.bytesPerPixel))
  }

  /// Whether no pixel is transparent; true where there is no alpha.
  package var isOpaque: Bool {
    guard output == .rgba8 else { return output != .rgba16 || isOpaque16 }
    for row in 0..<size.height {
      let opaque = unsafe withRow(row) { bytes in
        Swift.stride(from: 3, to: bytes.count, by: 4).allSatisfy { unsafe bytes[$0] == 255 }
      }
      if !opaque { return false }
    }
    return true
  }

  /// Whether every pixel is fully transparent; false where there is no alpha of 8 bits.
  package var isInvisible: Bool {
    guard output == .rgba8 else { return false }
    for row in 0..<size.height {
      let isHidden = unsafe withRow(row) { bytes in
        Swift.stride(from: 3, to: bytes.count, by: 4).allSatisfy { unsafe bytes[$0] == 0 }
      }
      if !isHidden { return false }
    }
    return true
  }

  private var isOpaque16: Bool {
    for row in 0..<size.height {
      let opaque = unsafe withRow(row) { bytes in
        Swift.stride(from: 6, to: bytes.count, by: 8).allSatisfy {
          unsafe bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) >= 0xFF00
        }
      }
      if !opaque { return false }
    }
    return true
  }

  /// Copies 8-bit pixels, without padding.
  ///
  /// - Parameters:
  ///   - target: Receives rows of `size.width` pixels, of 4 bytes with alpha, else of 3.
  ///   - keepsAlpha: Whether alpha is copied, where there is one.
  package func copy(into target: UnsafeMutableRawBufferPointer, keepsAlpha: Bool) {
    precondition(output == .rgb8 || output == .rgba8, "not 8-bit samples")
    let dropsAlpha = output == .rgba8 && !keepsAlpha
    let pixelBytes = dropsAlpha ? 3 : output.bytesPerPixel
    precondition(target.count >= size.width * size.height * pixelBytes, "the target is too small")
    for row in 0..<size.height {
      let rowStart = row * size.width * pixelBytes
      unsafe withRow(row) { bytes in
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: target[rowStart..<(rowStart + size.width * pixelBytes)])
        guard dropsAlpha else {
          unsafe part.copyMemory(from: bytes)
          return
        }
        for x in 0..<size.width {
          for channel in 0..<3 { unsafe part[3 * x + channel] = bytes[4 * x + channel] }
        }
      }
    }
  }
}
