package import ByteSources
package import MediaTypes

/// A JPEG picture that is decoded at 1/8, 1/4 or 1/2 from its lowest coefficients alone.
///
/// Takes baseline, extended sequential and progressive files with 8 bits a sample and Huffman
/// codes. A sequential file in one scan is decoded row by row; of any other the kept coefficients
/// of the whole picture are held, which are 1/64, 1/16 or 1/4 of all.
package struct ScaledJPEG: Sendable {
  /// Width and height as stored, in pixels.
  package var size: PixelSize { frame.size }
  /// The components in the order of the frame: 1, 3 or 4.
  package var components: [JPEGComponent] { frame.components }
  /// What the components mean.
  package let colour: JPEGColour
  /// Whether scans refine the picture.
  package var isProgressive: Bool { frame.isProgressive }
  /// Whether components lie in scans of their own, so that a decoder holds the whole picture.
  package let isMultiScan: Bool
  /// Whether a JFIF segment is there.
  package let hasJFIF: Bool
  /// The transform that an Adobe segment names; `nil` where there is none.
  package let adobeTransform: Int?

  private let source: any ByteSource
  private let frame: JPEGFrame

  /// Reads the segments before the first scan.
  ///
  /// Holds 64 KiB meanwhile.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `unsupported` for arithmetic coding, lossless and hierarchical processes, 12 bits a
  ///   sample, a height that comes after the picture, and 2 or more than 4 components; `corrupt`
  ///   for what no process allows; `cancelled`; and what the source throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    let input = try JPEGInput(source)
    var header = try JPEGHeader(startingAt: input)
    guard case .scan(let scan) = try header.readOn(input), let frame = header.frame else {
      throw ThumbnailError(.corrupt, "the file ends before its picture begins")
    }
    self.source = source
    self.frame = frame
    isMultiScan = !frame.isProgressive && scan.parts.count < frame.components.count
    hasJFIF = header.hasJFIF
    adobeTransform = header.adobeTransform
    colour = frame.colour(hasJFIF: header.hasJFIF, adobeTransform: header.adobeTransform)
  }

  /// What a decode gives and takes; `nil` where an argument is out of its range.
  ///
  /// - Parameters:
  ///   - denominator: The reduction that the coefficients give: 8, 4 or 2.
  ///   - boxReduction: How many pixels of it make one of the output in each direction, 1 to 64.
  ///   - chromaReduction: How many samples of the output, in each direction, may share one of
  ///     subsampled chroma, 1 or 2; red, green and blue are no chroma, however they are stored.
  /// - Returns: Sizes in pixels and bytes.
  package func geometry(
    denominator: Int, boxReduction: Int = 1, chromaReduction: Int = 1
  ) -> ScaledJPEGGeometry? {
    ScaledJPEGGeometry(
      size: size,
      sampling: components.map {
        PixelSize(width: $0.horizontalSampling, height: $0.verticalSampling)
      },
      isProgressive: isProgressive, isMultiScan: isMultiScan, denominator: denominator,
      boxReduction: boxReduction,
      chromaReduction: colour == .yCbCr || colour == .ycck ? chromaReduction : 1)
  }

  /// Decodes the picture into memory of the caller.
  ///
  /// Blocks; cancelling the task ends it at the next 64 KiB. The pixels are grey, RGB or CMYK with
  /// 8 bits a channel, interleaved, rows from top to bottom without padding. Of CMYK 0 is no ink,
  /// whatever the file's way to store it. RGB is of the file's own colour space.
  ///
  /// - Parameters:
  ///   - geometry: What `geometry(denominator:boxReduction:chromaReduction:)` has given for this picture; one of
  ///     another picture is a programmer's error and traps.
  ///   - output: `geometry.outputByteCount` bytes; fewer are a programmer's error, too.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: `truncated` where the data end before the picture does, `damaged` where they are
  ///   broken; what is missing is mid-grey.
  /// - Throws: `overBudget` where the bound of the geometry exceeds the maximum, `corrupt` where
  ///   nothing can be shown, `cancelled`, and what the source throws.
  package func decode(
    _ geometry: ScaledJPEGGeometry, into output: UnsafeMutableRawBufferPointer,
    maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning] {
    precondition(
      geometry
        == self.geometry(
          denominator: geometry.denominator, boxReduction: geometry.boxReduction,
          chromaReduction: geometry.chromaReduction),
      "the geometry is of another picture")
    guard geometry.workingByteCount <= maximumByteCount else {
      throw ThumbnailError(
        .overBudget,
        "decoding \(size) pixels at 1/\(geometry.denominator) needs "
          + "\(geometry.workingByteCount) bytes, \(maximumByteCount) are allowed")
    }
    guard let address = output.baseAddress, output.count >= geometry.outputByteCount else {
      preconditionFailure("the output has \(output.count) bytes, not \(geometry.outputByteCount)")
    }
    try refuseEmptyPicture(geometry)
    let decode = try unsafe ScaledJPEGDecode(
      source, frame: frame, geometry: geometry,
      conversion: ColourConversion(colour: colour, isInverted: adobeTransform != nil),
      isStreamed: !isProgressive && !isMultiScan,
      output: address.assumingMemoryBound(to: UInt8.self))
    return try decode.run()
  }

  /// Refuses a header that promises far more picture than the file can hold.
  ///
  /// A block takes a bit at least in the scan of its mean. Files that hold less than 1/64 of that
  /// would show next to nothing, and cost time and memory by their header alone.
  private func refuseEmptyPicture(_ geometry: ScaledJPEGGeometry) throws(ThumbnailError) {
    let blocks = geometry.components.reduce(0) { $0 + $1.columns.blocks * $1.rows.blocks }
    let least = UInt64(blocks / 8 / 64)
    guard source.byteCount >= least else {
      throw ThumbnailError(
        .corrupt, "\(source.byteCount) bytes cannot hold a picture of \(size) pixels")
    }
  }
}
