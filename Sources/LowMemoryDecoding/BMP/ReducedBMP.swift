package import ByteSources
package import MediaTypes

/// A Windows or OS/2 bitmap that is reduced while it is read, row by row.
///
/// Takes palettes of 1, 2, 4 and 8 bits, words of 16 and 32 bits with any masks, 24 bits, and runs
/// of 4, 8 and 24 bits; with a file header or, as on a clipboard, without.
package struct ReducedBMP: Sendable {
  /// Width and height as stored, in pixels.
  package var size: PixelSize { header.size }
  /// Whether rows come from bottom to top, so that the output must be turned upside down.
  package var isUpsideDown: Bool { !header.isTopDown }
  /// Whether a channel of straight alpha follows red, green and blue.
  package let hasAlpha: Bool

  /// Rows behind the end of the data are drawn as long as the picture has at most so many pixels.
  private static let drawnPixelLimit = 1 << 22
  /// The longest profile that is read, in bytes.
  private static let profileLimit: UInt64 = 4 << 20
  private static let fixedByteCount = 32768

  private let source: any ByteSource
  private let header: BMPHeader

  /// Reads the header, and where there is a mask for alpha, rows until one can be seen: alpha that
  /// is zero everywhere is none.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `corrupt` for numbers that cannot be, `unsupported` for codings that are not read
  ///   here, `overBudget` where there is no memory for a row, `cancelled`, and what the source
  ///   throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    header = try BMPHeader(source)
    hasAlpha = try Self.usesAlpha(header, source)
  }

  /// Reads the embedded ICC profile.
  ///
  /// - Returns: Its bytes, or `nil` where there is none of reasonable length.
  /// - Throws: What the source throws.
  package func iccProfile() throws(ThumbnailError) -> [UInt8]? {
    guard let place = header.profile, !place.isEmpty,
      place.upperBound - place.lowerBound <= Self.profileLimit
    else { return nil }
    return try source.bytes(Int(place.upperBound - place.lowerBound), at: place.lowerBound)
  }

  /// A bound on what decoding allocates beside the output, in bytes.
  ///
  /// - Parameter outputSize: Width and height of the output, in pixels.
  /// - Returns: The bound.
  package func workingByteCount(outputSize: PixelSize) -> Int {
    let row = header.rowByteCount ?? 3 * size.width
    let reducing =
      outputSize == size
      ? 0 : BoxReducer.byteCount(of: size, output: outputSize, form: form, isInterlaced: false)
    return BMPInput.blockByteCount + row + BMPSamples.byteCount(width: size.width) + reducing
      + Self.fixedByteCount
  }

  /// Decodes the picture into memory of the caller.
  ///
  /// Blocks; cancelling the task ends it at the next 64 KiB. The pixels are RGB of 8 bits, with
  /// straight alpha where `hasAlpha` says so, interleaved, in the order of the file's rows without
  /// padding.
  ///
  /// - Parameters:
  ///   - outputSize: Width and height of the output, neither larger than the picture's.
  ///   - output: Zeroed memory for it; less is a programmer's error and traps.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: `truncated` where the data end before the picture does.
  /// - Throws: `overBudget` where the bound exceeds the maximum, `corrupt` where there is not one
  ///   row, `cancelled`, and what the source throws.
  package func decode(
    to outputSize: PixelSize, into output: UnsafeMutableRawBufferPointer, maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning] {
    let working = workingByteCount(outputSize: outputSize)
    guard working <= maximumByteCount else {
      throw ThumbnailError(
        .overBudget,
        "decoding \(size) pixels needs \(working) bytes, \(maximumByteCount) are allowed")
    }
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

  private var form: PNGSamples.Form {
    PNGSamples.Form(isColour: true, hasAlpha: hasAlpha, sampleByteCount: 1)
  }

  private func decode(into sink: any PixelSink) throws(ThumbnailError) -> [MediaWarning] {
    let pass = PNGPass(whole: size)
    let samples = try BMPSamples(header, hasAlpha: hasAlpha)
    let input = try BMPInput(source, at: header.pixelOffset)
    sink.begin(pass)
    var arrivals = PNGArrivals(expecting: [pass])
    let count =
      if case .runs(let unit) = header.coding {
        try addRuns(of: unit, from: input, samples, to: sink)
      } else {
        try addRows(from: input, samples, to: sink)
      }
    guard count > 0 else {
      throw ThumbnailError(.corrupt, "not one row of its \(size) pixels is there")
    }
    arrivals.parts.append(PNGArrivals.Part(pass: pass, rowCount: count))
    sink.finish(arrivals)
    return count == size.height
      ? [] : [MediaWarning(.truncated, "\(count) of \(size.height) rows are there")]
  }

  /// Adds rows of fixed length.
  private func addRows(
    from input: BMPInput, _ samples: BMPSamples, to sink: any PixelSink
  ) throws(ThumbnailError) -> Int {
    let byteCount = header.rowByteCount ?? 0
    let row = try Scratch<UInt8>(zeroed: byteCount)
    for count in 0..<size.height {
      let read = try input.read(into: row, count: byteCount)
      guard read > 0 else { return count }
      // Of a row that is cut off, what is missing is black.
      for place in read..<max(read, byteCount) { row[place] = 0 }
      unsafe sink.add(samples.pixels(of: row), at: count)
      if read < byteCount { return count }
    }
    return size.height
  }

  /// Adds rows of runs; of a picture that ends early, the rest in the first colour.
  private func addRuns(
    of unit: BMPRunReader.Unit, from input: BMPInput, _ samples: BMPSamples, to sink: any PixelSink
  ) throws(ThumbnailError) -> Int {
    let row = try Scratch<UInt8>(zeroed: unit.byteCount * size.width)
    var runs = BMPRunReader(input, unit: unit, width: size.width)
    let isSmall = size.area.map { $0 <= Self.drawnPixelLimit } ?? false
    var read = 0
    for index in 0..<size.height where isSmall || !runs.isAtEnd {
      try runs.read(into: row)
      unsafe sink.add(samples.pixels(of: row), at: index)
      if !runs.isCut { read = index + 1 }
    }
    return read
  }

  /// Whether there is a mask for alpha, and a pixel that can be seen through it.
  private static func usesAlpha(
    _ header: BMPHeader, _ source: any ByteSource
  ) throws(ThumbnailError) -> Bool {
    guard case .masked(let byteCount, let masks) = header.coding, masks.alpha != 0,
      let rowByteCount = header.rowByteCount,
      UInt64(rowByteCount) <= source.byteCount - min(source.byteCount, header.pixelOffset)
    else { return false }
    let input = try BMPInput(source, at: header.pixelOffset)
    let row = try Scratch<UInt8>(zeroed: rowByteCount)
    for _ in 0..<header.size.height {
      guard try input.read(into: row, count: rowByteCount) == rowByteCount else { return false }
      let isVisible = BMPSamples.isVisible(
        row, width: header.size.width, byteCount: byteCount, alpha: masks.alpha)
      if isVisible { return true }
    }
    return false
  }
}
