package import ByteSources
package import MediaTypes

/// The first picture of a TIFF or BigTIFF file, reduced while it is read, row by row.
///
/// Takes grey, RGB and CMYK of 1 to 16, 32 and 64 bits or in floating point of 16, 32 and 64, with
/// alpha or without; palettes; luma and chroma of 8 bits, chroma of lower resolution included; in
/// strips or tiles, samples together or in planes; as they are, or packed by PackBits, LZW or
/// deflate. A strip is unpacked piece by piece, however long it is; of tiles a row is held.
package struct ReducedTIFF: Sendable {
  /// What the channels of the output mean.
  package enum Model: Sendable, Hashable {
    /// One channel of lightness.
    case grey
    /// Red, green, blue.
    case rgb
    /// Cyan, magenta, yellow, black; 0 is no ink.
    case cmyk
  }

  /// Width and height as stored, in pixels.
  package var size: PixelSize { header.size }
  /// What the colour channels mean.
  package var model: Model {
    switch header.colour {
    case .grey: .grey
    case .rgb, .palette, .lumaChroma: .rgb
    case .inks: .cmyk
    }
  }
  /// Whether a channel of straight alpha follows those of colour.
  package var hasAlpha: Bool { header.hasAlpha }
  /// Bytes a sample: 1, or 2 in the machine's order.
  package var sampleByteCount: Int { header.form.sampleByteCount }
  /// Channels of the output, alpha included.
  package var channelCount: Int { header.channelCount }

  /// Objects and the allocator's own bytes.
  private static let fixedByteCount = 32768

  private let source: any ByteSource
  private let header: TIFFHeader

  /// Reads the first directory.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `corrupt` where it is no TIFF file or lacks what a picture needs, `unsupported` for
  ///   ways of colour or packing that are not read here, and what the source throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    header = try TIFFHeader(source)
  }

  /// Reads the embedded ICC profile.
  ///
  /// - Returns: Its bytes; `nil` where there is none, or it is longer than 4 MiB or cut off.
  /// - Throws: What the source throws.
  package func iccProfile() throws(ThumbnailError) -> [UInt8]? {
    try TIFFHeader.profileBytes(at: header.profile, of: source)
  }

  /// A bound on what decoding allocates beside the output, in bytes; `nil` where that is more than
  /// any machine has.
  ///
  /// - Parameter outputSize: Width and height of the output, in pixels.
  /// - Returns: The bound.
  package func workingByteCount(outputSize: PixelSize) -> Int? {
    guard let plane = TIFFPlaneReader.byteCount(of: header) else { return nil }
    let reducing =
      outputSize == size
      ? 0
      : BoxReducer.byteCount(
        of: size, output: outputSize, form: header.form, isInterlaced: false)
    return plane * TIFFRowReader.planeCount(of: header) + TIFFRowReader.rowByteCount(of: header)
      + TIFFSamples.byteCount(of: header) + reducing + Self.fixedByteCount
  }

  /// Decodes the picture into memory of the caller.
  ///
  /// Blocks; cancelling the task ends it at the next 64 KiB. The pixels are interleaved, rows in
  /// the order of the file without padding, in the file's own colour space.
  ///
  /// - Parameters:
  ///   - outputSize: Width and height of the output, in pixels, neither larger than the picture's.
  ///   - output: Zeroed bytes for all pixels; fewer are a programmer's error and trap.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: `truncated` where the data end before the picture does, `damaged` where parts of
  ///   it are broken; what is missing is zero.
  /// - Throws: `overBudget` where the bound exceeds the maximum, `corrupt` where there is not one
  ///   row, `unsupported` where a part is packed in a way that is not read here, `cancelled`, and
  ///   what the source throws.
  package func decode(
    to outputSize: PixelSize, into output: UnsafeMutableRawBufferPointer, maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning] {
    let working = workingByteCount(outputSize: outputSize) ?? .max
    guard working <= maximumByteCount else {
      throw ThumbnailError(
        .overBudget,
        "decoding \(size) pixels needs \(working) bytes, \(maximumByteCount) are allowed")
    }
    let form = header.form
    precondition(outputSize.isValid && outputSize.width <= size.width)
    precondition(outputSize.height <= size.height)
    precondition(output.count / form.pixelByteCount / outputSize.width >= outputSize.height)
    guard let address = output.baseAddress else { return [] }
    let bytes = unsafe address.assumingMemoryBound(to: UInt8.self)
    let sink: any PixelSink =
      unsafe outputSize == size
      ? PixelPlacer(size: size, form: form, output: bytes)
      : try BoxReducer(
        size: size, outputSize: outputSize, form: form, isInterlaced: false, output: bytes)
    return try decode(into: sink)
  }

  private func decode(into sink: any PixelSink) throws(ThumbnailError) -> [MediaWarning] {
    let reader = try TIFFRowReader(source, header: header)
    let samples = try TIFFSamples(header)
    let pass = PNGPass(whole: size)
    sink.begin(pass)
    // Rows of pixels that one as stored holds.
    let lineCount = header.lumaChroma?.subsampling.height ?? 1
    var extent = unsafe try reader.readRows { row, index in
      let first = index * lineCount
      for line in 0..<min(lineCount, size.height - first) {
        unsafe sink.add(samples.pixels(of: row, line: line), at: first + line)
      }
    }
    extent.rowCount = min(size.height, extent.rowCount * lineCount)
    extent.presentRowCount = min(size.height, extent.presentRowCount * lineCount)
    guard extent.presentRowCount > 0 else {
      throw ThumbnailError(.corrupt, "not one row of its \(size) pixels can be read")
    }
    var arrivals = PNGArrivals(expecting: [pass])
    arrivals.parts.append(PNGArrivals.Part(pass: pass, rowCount: extent.rowCount))
    sink.finish(arrivals)
    guard extent.isCut || extent.presentRowCount < size.height else { return [] }
    return [
      MediaWarning(
        extent.rowCount < size.height ? .truncated : .damaged,
        extent.presentRowCount < size.height
          ? "\(extent.presentRowCount) of \(size.height) rows can be read"
          : "parts of its \(size) pixels cannot be read")
    ]
  }
}
