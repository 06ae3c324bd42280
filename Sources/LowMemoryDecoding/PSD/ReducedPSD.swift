package import ByteSources
package import MediaTypes

/// The composite of a Photoshop document, reduced while it is read, channel by channel.
package struct ReducedPSD: Sendable {
  /// What the channels of the output mean.
  package enum Model: Sendable, Hashable {
    /// One channel of lightness.
    case grey
    /// Red, green, blue.
    case rgb
    /// Cyan, magenta, yellow, black; 0 is no ink.
    case cmyk
    /// CIE L*a*b* as floating-point numbers.
    case lab
  }

  /// Width and height, in pixels.
  package var size: PixelSize { header.size }
  /// Whether a channel of straight alpha follows those of colour.
  package var hasAlpha: Bool { header.hasAlpha }
  /// What the colour channels mean.
  package var model: Model {
    switch header.mode {
    case .bitmap, .grey, .duotone: .grey
    case .indexed, .rgb: .rgb
    case .cmyk: .cmyk
    case .lab: .lab
    }
  }
  /// Bytes a sample of the output: 1, or 2 in the machine's order; 4 of `lab`.
  package var sampleByteCount: Int {
    model == .lab ? 4 : PSDSamples.sampleByteCount(bitDepth: header.bitDepth)
  }
  /// Channels of the output.
  package var channelCount: Int { header.mode == .indexed ? 3 : header.channelCount }

  private let source: any ByteSource
  private let header: PSDHeader

  /// Reads what stands before the pixels.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `corrupt` where it is no such document, `unsupported` for ways of colour or packing
  ///   that are not read here, and what the source throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    header = try PSDHeader(source)
  }

  /// The embedded ICC profile; `nil` where there is none, or it is longer than 4 MiB or cut off.
  ///
  /// - Returns: Its bytes.
  /// - Throws: What the source throws.
  package func iccProfile() throws(ThumbnailError) -> [UInt8]? {
    guard let range = header.profile, range.count <= 4 << 20 else { return nil }
    let bytes = try source.bytes(range.count, at: range.lowerBound)
    return bytes.count == range.count ? bytes : nil
  }

  /// A bound on what a decode allocates beside its output, in bytes.
  ///
  /// - Parameters:
  ///   - size: Width and height of the picture, in pixels.
  ///   - outputSize: Those of the output, neither larger.
  ///   - channels: Channels that are shown.
  ///   - bitDepth: Bits a sample.
  /// - Returns: The bound.
  package static func workingByteCount(
    size: PixelSize, outputSize: PixelSize, channels: Int, bitDepth: Int
  ) -> Int {
    let sampleBytes = PSDSamples.sampleByteCount(bitDepth: bitDepth)
    // A palette's pixels have three channels at once.
    let form = PNGSamples.Form(isColour: true, hasAlpha: false, sampleByteCount: sampleBytes)
    let reader = PSDPlaneReader.byteCount(
      rowByteCount: (size.width * bitDepth + 7) / 8, height: size.height, channels: channels)
    return reader + 3 * size.width * sampleBytes
      + BoxReducer.byteCount(of: size, output: outputSize, form: form, isInterlaced: false)
      + 3 * outputSize.width * outputSize.height * sampleBytes + fixedByteCount
  }

  /// Objects, the palette, pieces of tables, and the allocator's own bytes.
  private static let fixedByteCount = 262_144

  /// Decodes the composite into memory of the caller.
  ///
  /// Blocks; cancelling the task ends it at the next 64 rows.
  ///
  /// - Parameters:
  ///   - outputSize: Width and height of the output, in pixels, neither larger than the picture's.
  ///   - output: Zeroed bytes for all pixels, interleaved; fewer are a programmer's error and trap.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: `truncated` where the file ends before the picture does; what is missing is zero,
  ///   and channels of which nothing has come are as the first.
  /// - Throws: `overBudget` where the bound exceeds the maximum, `corrupt` where nothing can be
  ///   shown, `cancelled`, and what the source throws.
  package func decode(
    to outputSize: PixelSize, into output: UnsafeMutableRawBufferPointer, maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning] {
    let working = Self.workingByteCount(
      size: size, outputSize: outputSize, channels: header.channelCount, bitDepth: header.bitDepth)
    guard working <= maximumByteCount else {
      throw ThumbnailError(
        .overBudget,
        "decoding \(size) pixels needs \(working) bytes, \(maximumByteCount) are allowed")
    }
    let pixelBytes = channelCount * sampleByteCount
    guard output.count >= outputSize.width * outputSize.height * pixelBytes else {
      preconditionFailure("the output has \(output.count) bytes, too few")
    }
    let reader = try PSDPlaneReader(source, header: header)
    let samples = try PSDSamples(header)
    let plane = try Scratch<UInt8>(
      zeroed: outputSize.width * outputSize.height * planeForm.pixelByteCount)
    var missingRowCount = 0
    for channel in 0..<header.channelCount {
      let count = try decode(channel, to: outputSize, plane: plane, reader, samples)
      missingRowCount += size.height - count
      if channel == 0, count == 0 {
        throw ThumbnailError(.corrupt, "not one row of its \(size) pixels can be read")
      }
      let isAlpha = hasAlpha && channel == header.channelCount - 1
      // A colour of which nothing has come is as the first, so that the picture is grey at least.
      if count > 0 || isAlpha || model == .lab {
        unsafe interleave(plane, channel: channel, isMissing: count == 0, into: output)
      } else {
        unsafe repeatFirst(in: channel, of: output)
      }
    }
    guard missingRowCount > 0 else { return [] }
    return [MediaWarning(.truncated, "\(missingRowCount) rows of channels are missing")]
  }

  /// What a channel becomes before it is put beside the others.
  private var planeForm: PNGSamples.Form {
    PNGSamples.Form(
      isColour: header.mode == .indexed, hasAlpha: false,
      sampleByteCount: PSDSamples.sampleByteCount(bitDepth: header.bitDepth))
  }

  private func decode(
    _ channel: Int, to outputSize: PixelSize, plane: Scratch<UInt8>, _ reader: PSDPlaneReader,
    _ samples: PSDSamples
  ) throws(ThumbnailError) -> Int {
    plane.clear()
    let sink: any PixelSink =
      unsafe outputSize == size
      ? PixelPlacer(size: size, form: planeForm, output: plane.start)
      : try BoxReducer(
        size: size, outputSize: outputSize, form: planeForm, isInterlaced: false,
        output: plane.start)
    let pass = PNGPass(whole: size)
    sink.begin(pass)
    let count = unsafe try reader.readRows(of: channel) { row, index in
      unsafe sink.add(samples.samples(of: row), at: index)
    }
    var arrivals = PNGArrivals(expecting: [pass])
    arrivals.parts.append(PNGArrivals.Part(pass: pass, rowCount: count))
    sink.finish(arrivals)
    return count
  }

  /// Puts a plane's samples where the output has its channel.
  private func interleave(
    _ plane: Scratch<UInt8>, channel: Int, isMissing: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) {
    let sampleBytes = planeForm.sampleByteCount
    let count = plane.count / planeForm.pixelByteCount
    let step = channelCount * sampleByteCount
    // SAFETY: the output has `step` bytes for each of `count` pixels.
    for pixel in 0..<count {
      let place = pixel * step + channel * sampleByteCount
      if header.mode == .indexed {
        for index in 0..<3 { unsafe output[place + index] = plane.start[3 * pixel + index] }
      } else if model == .lab {
        unsafe output.storeBytes(
          of: lab(plane, pixel, channel: channel), toByteOffset: place, as: Float.self)
      } else {
        // Inks are stored as what they leave; opacity of which nothing has come is full.
        let mask: UInt8 = model == .cmyk || isMissing ? 0xFF : 0
        for byte in 0..<sampleBytes {
          unsafe output[place + byte] = plane.start[sampleBytes * pixel + byte] ^ mask
        }
      }
    }
  }

  private func lab(_ plane: Scratch<UInt8>, _ pixel: Int, channel: Int) -> Float {
    let value: Float =
      planeForm.sampleByteCount == 1
      ? Float(plane[pixel]) / 255
      : Float(UInt16(plane[2 * pixel]) | UInt16(plane[2 * pixel + 1]) << 8) / 65535
    return channel == 0 ? value * 100 : value * 255 - 128
  }

  private func repeatFirst(in channel: Int, of output: UnsafeMutableRawBufferPointer) {
    let sampleBytes = sampleByteCount
    let step = channelCount * sampleBytes
    for start in stride(from: 0, to: output.count - step + 1, by: step) {
      for byte in 0..<sampleBytes {
        unsafe output[start + channel * sampleBytes + byte] = output[start + byte]
      }
    }
  }
}
