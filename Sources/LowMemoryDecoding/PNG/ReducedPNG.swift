package import ByteSources
package import MediaTypes

/// A PNG picture that is reduced while it is read, row by row or pass by pass.
///
/// Takes every colour type, bit depth and interlacing of the standard; of an animation the picture
/// that readers without animation show.
package struct ReducedPNG: Sendable {
  /// Width and height as stored, in pixels.
  package var size: PixelSize { preamble.header.size }
  /// What the file says about its colours.
  package var colour: PNGColour { preamble.properties.colour }

  private let source: any ByteSource
  private let preamble: PNGPreamble

  /// Reads the chunks before the picture data.
  ///
  /// Holds 64 KiB meanwhile, and up to 4 MiB for an ICC profile from then on.
  ///
  /// - Parameter source: The bytes of the file.
  /// - Throws: `corrupt` for what the standard does not allow, `unsupported` for Apple's variant,
  ///   `cancelled`, and what the source throws.
  package init(source: any ByteSource) throws(ThumbnailError) {
    self.source = source
    preamble = try PNGPreamble(PNGInput(source))
  }

  /// What a decode to some size gives and takes; `nil` where a side of it is larger than the
  /// picture's, or less than a pixel.
  ///
  /// - Parameter outputSize: Width and height of the output, in pixels.
  /// - Returns: Its form, and sizes in bytes.
  package func geometry(outputSize: PixelSize) -> ReducedPNGGeometry? {
    ReducedPNGGeometry(
      preamble.header, outputSize: outputSize,
      form: PNGSamples.form(of: preamble.header, transparency: preamble.properties.transparency))
  }

  /// Decodes the picture into memory of the caller.
  ///
  /// Blocks; cancelling the task ends it at the next 64 KiB. The pixels are grey or RGB, with
  /// straight alpha where the file has any, 8 bits a channel, or 16 bits in the machine's order
  /// where the file has 16; interleaved, rows from top to bottom without padding, in the file's own
  /// colour space. An output of the picture's size holds its very samples.
  ///
  /// - Parameters:
  ///   - geometry: What `geometry(outputSize:)` has given for this picture.
  ///   - output: `geometry.outputByteCount` zeroed bytes; fewer are a programmer's error and trap.
  ///   - maximumByteCount: What may be allocated beside the output.
  /// - Returns: `truncated` where the data end before the picture does, `damaged` where they are
  ///   broken; what is missing is zero, or in interlaced pictures what coarser passes show.
  /// - Throws: `overBudget` where the bound of the geometry exceeds the maximum, `corrupt` where
  ///   nothing can be shown, `cancelled`, and what the source throws.
  package func decode(
    _ geometry: ReducedPNGGeometry, into output: UnsafeMutableRawBufferPointer,
    maximumByteCount: Int
  ) throws(ThumbnailError) -> [MediaWarning] {
    guard geometry.workingByteCount <= maximumByteCount else {
      throw ThumbnailError(
        .overBudget,
        "decoding \(size) pixels needs \(geometry.workingByteCount) bytes, \(maximumByteCount) "
          + "are allowed")
    }
    guard let address = output.baseAddress, output.count >= geometry.outputByteCount else {
      preconditionFailure("the output has \(output.count) bytes, not \(geometry.outputByteCount)")
    }
    let sink = unsafe try sink(
      for: geometry, output: address.assumingMemoryBound(to: UInt8.self))
    let samples = try PNGSamples(preamble)
    let reader = try PNGRowReader(PNGInput(source), preamble: preamble)
    let passes = PNGPass.passes(of: preamble.header)
    var arrivals = PNGArrivals(expecting: passes)
    for pass in passes where reader.ending == nil {
      sink.begin(pass)
      let count = unsafe try reader.readRows(of: pass) { row, index in
        unsafe sink.add(samples.pixels(of: row, width: pass.columns.count), at: index)
      }
      arrivals.parts.append(PNGArrivals.Part(pass: pass, rowCount: count))
    }
    guard arrivals.rowCount > 0 else {
      throw ThumbnailError(.corrupt, "not one row of its \(size) pixels can be read")
    }
    sink.finish(arrivals)
    return warnings(of: reader, arrivals: arrivals)
  }

  private func sink(
    for geometry: ReducedPNGGeometry, output: UnsafeMutablePointer<UInt8>
  ) throws(ThumbnailError) -> any PixelSink {
    if geometry.outputSize == size {
      return unsafe PixelPlacer(size: size, form: geometry.form, output: output)
    }
    return unsafe try BoxReducer(
      size: size, outputSize: geometry.outputSize, form: geometry.form,
      isInterlaced: preamble.header.isInterlaced, output: output)
  }

  private func warnings(of reader: PNGRowReader, arrivals: PNGArrivals) -> [MediaWarning] {
    let extent = "\(arrivals.rowCount) of \(arrivals.expectedRowCount) rows can be read"
    switch reader.ending {
    case .missingData: return [MediaWarning(.truncated, extent)]
    case .brokenStream: return [MediaWarning(.damaged, "\(extent), then the data break off")]
    case .unknownFilter(let number):
      return [MediaWarning(.damaged, "\(extent), then one has the unknown filter \(number)")]
    case nil:
      guard reader.isInterrupted else { return [] }
      return [MediaWarning(.oddHeader, "other chunks lie between those of the picture")]
    }
  }
}
