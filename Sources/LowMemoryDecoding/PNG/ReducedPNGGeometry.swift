package import MediaTypes

/// What a decode of a PNG to some size gives and takes.
package struct ReducedPNGGeometry: Sendable, Hashable {
  /// Width and height of the output, in pixels.
  package let outputSize: PixelSize
  /// Bytes of the output.
  package let outputByteCount: Int
  /// A bound on what is allocated beside the output, in bytes.
  package let workingByteCount: Int

  let form: PNGSamples.Form

  /// Whether the output has three channels of colour, else one of grey.
  package var isColour: Bool { form.isColour }
  /// Whether a channel of straight alpha follows.
  package var hasAlpha: Bool { form.hasAlpha }
  /// Bytes a sample: 1, or 2 in the machine's order.
  package var sampleByteCount: Int { form.sampleByteCount }

  init?(_ header: PNGHeader, outputSize: PixelSize, form: PNGSamples.Form) {
    guard outputSize.isValid, outputSize.width <= header.size.width,
      outputSize.height <= header.size.height, let area = outputSize.area
    else { return nil }
    let (outputByteCount, overflows) = area.multipliedReportingOverflow(by: form.pixelByteCount)
    guard !overflows else { return nil }
    self.outputSize = outputSize
    self.outputByteCount = outputByteCount
    self.form = form
    let reducing =
      outputSize == header.size
      ? 0
      : BoxReducer.byteCount(
        of: header.size, output: outputSize, form: form, isInterlaced: header.isInterlaced)
    workingByteCount =
      PNGRowReader.byteCount(of: header) + PNGSamples.byteCount(of: header, form: form) + reducing
      + Self.fixedByteCount
  }

  /// Objects and the allocator's own bytes.
  private static let fixedByteCount = 16384
}
