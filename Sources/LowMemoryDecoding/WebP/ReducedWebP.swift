package import ByteSources
package import MediaTypes

/// A lossless WebP picture that is reduced while it is read, row by row.
///
/// What libwebp holds whole, four bytes a pixel, is here a window of 2^20 pixels, beyond which
/// nothing in the coding reaches.
package struct ReducedWebP: Sendable {
  /// Width and height as stored, in pixels.
  package var size: PixelSize { chunks.size }
  /// Whether the output has a channel of straight alpha.
  package var hasAlpha: Bool { chunks.hasAlpha }

  private let source: any ByteSource
  private let chunks: WebPChunks

  /// Looks for the picture.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `corrupt` where there is no picture, `unsupported` where it is lossy or animated,
  ///   and what the source throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    chunks = try WebPChunks(source)
  }

  /// The embedded ICC profile; `nil` where there is none, or it is longer than 4 MiB or cut off.
  ///
  /// - Returns: Its bytes.
  /// - Throws: What the source throws.
  package func iccProfile() throws(ThumbnailError) -> [UInt8]? {
    guard let range = chunks.profile, range.count <= 4 << 20 else { return nil }
    let bytes = try source.bytes(range.count, at: range.lowerBound)
    return bytes.count == range.count ? bytes : nil
  }

  /// A bound on what a decode allocates beside its output, in bytes.
  ///
  /// - Parameters:
  ///   - size: Width and height of the picture, in pixels.
  ///   - outputSize: Those of the output, neither larger.
  ///   - hasAlpha: Whether there is a channel of alpha.
  ///   - byteCount: Length of the file, in bytes.
  /// - Returns: The bound.
  package static func workingByteCount(
    size: PixelSize, outputSize: PixelSize, hasAlpha: Bool, byteCount: UInt64
  ) -> Int {
    let form = form(hasAlpha: hasAlpha)
    let reducing =
      size == outputSize
      ? 0 : BoxReducer.byteCount(of: size, output: outputSize, form: form, isInterlaced: false)
    // Rows: coded, above, being undone, and as samples.
    return VP8LInput.byteCount + VP8LPixels.byteCount(of: size)
      + VP8LLimits(size: size, chunkByteCount: byteCount).byteCount + 4 * 4 * size.width + reducing
      + fixedByteCount
  }

  /// Objects and the allocator's own bytes.
  private static let fixedByteCount = 65536

  private static func form(hasAlpha: Bool) -> PNGSamples.Form {
    PNGSamples.Form(isColour: true, hasAlpha: hasAlpha, sampleByteCount: 1)
  }

  /// Decodes the picture into memory of the caller.
  ///
  /// Blocks; cancelling the task ends it at the next 64 KiB. The pixels are RGB, with straight
  /// alpha where the file has any, 8 bits a channel, interleaved, rows from top to bottom without
  /// padding, in the file's own colour space.
  ///
  /// - Parameters:
  ///   - outputSize: Width and height of the output, in pixels, neither larger than the picture's.
  ///   - output: Zeroed bytes for all pixels; fewer are a programmer's error and trap.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: `truncated` or `damaged` where the data end or break off before the picture does;
  ///   what is missing is zero.
  /// - Throws: `overBudget` where the bound exceeds the maximum, `corrupt` where nothing can be
  ///   shown, `cancelled`, and what the source throws.
  package func decode(
    to outputSize: PixelSize, into output: UnsafeMutableRawBufferPointer, maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning] {
    let working = Self.workingByteCount(
      size: size, outputSize: outputSize, hasAlpha: hasAlpha, byteCount: source.byteCount)
    guard working <= maximumByteCount else {
      throw ThumbnailError(
        .overBudget,
        "decoding \(size) pixels needs \(working) bytes, \(maximumByteCount) are allowed")
    }
    let form = Self.form(hasAlpha: hasAlpha)
    guard let address = output.baseAddress,
      output.count >= outputSize.width * outputSize.height * form.pixelByteCount
    else { preconditionFailure("the output has \(output.count) bytes, too few") }
    let samples = unsafe address.assumingMemoryBound(to: UInt8.self)
    let sink: any PixelSink =
      unsafe outputSize == size
      ? PixelPlacer(size: size, form: form, output: samples)
      : try BoxReducer(
        size: size, outputSize: outputSize, form: form, isInterlaced: false, output: samples)
    return try decode(to: sink, form: form)
  }

  private func decode(
    to sink: any PixelSink, form: PNGSamples.Form
  ) throws(ThumbnailError) -> [MediaWarning] {
    let input = try VP8LInput(source, range: chunks.picture)
    let limits = VP8LLimits(size: size, chunkByteCount: source.byteCount)
    let reader = try VP8LReader(input, limits: limits)
    let row = try Scratch<UInt8>(zeroed: size.width * form.pixelByteCount)
    let pass = PNGPass(whole: size)
    var arrivals = PNGArrivals(expecting: [pass])
    sink.begin(pass)
    let count = unsafe try reader.readRows { pixels, index in
      unsafe Self.spread(pixels, count: size.width, to: row.start, hasAlpha: form.hasAlpha)
      unsafe sink.add(row.start, at: index)
    }
    guard count > 0 else {
      throw ThumbnailError(.corrupt, "not one row of its \(size) pixels can be read")
    }
    arrivals.parts.append(PNGArrivals.Part(pass: pass, rowCount: count))
    sink.finish(arrivals)
    guard count < size.height else { return [] }
    return [
      MediaWarning(
        input.isExhausted ? .truncated : .damaged,
        "\(count) of \(size.height) rows can be read")
    ]
  }

  /// Pixels to bytes of red, green, blue and alpha.
  private static func spread(
    _ pixels: UnsafePointer<UInt32>, count: Int, to bytes: UnsafeMutablePointer<UInt8>,
    hasAlpha: Bool
  ) {
    // SAFETY: there are three or four bytes for each pixel.
    if hasAlpha {
      for index in 0..<count {
        let colour = unsafe pixels[index]
        let turned = (colour << 8 | colour >> 24).byteSwapped
        unsafe UnsafeMutableRawPointer(bytes).storeBytes(
          of: turned, toByteOffset: 4 * index, as: UInt32.self)
      }
    } else {
      for index in 0..<count {
        let colour = unsafe pixels[index]
        unsafe bytes[3 * index] = UInt8(truncatingIfNeeded: colour >> 16)
        unsafe bytes[3 * index + 1] = UInt8(truncatingIfNeeded: colour >> 8)
        unsafe bytes[3 * index + 2] = UInt8(truncatingIfNeeded: colour)
      }
    }
  }
}
