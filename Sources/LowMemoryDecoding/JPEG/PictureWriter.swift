import MediaTypes

/// Turns kept coefficients into rows of the output, one row of units at a time.
@safe final class PictureWriter {
  private let geometry: ScaledJPEGGeometry
  private let transforms: [InverseDCT]
  private let resamplers: [ComponentResampler]
  private let conversion: ColourConversion
  /// SAFETY: the caller of the decode lends it until the decode returns.
  @unsafe private let output: UnsafeMutablePointer<UInt8>
  private var outputRow = 0

  /// Starts at the first row.
  ///
  /// - Parameters:
  ///   - geometry: The sizes of all.
  ///   - stores: One a component.
  ///   - quantisers: 64 divisors a component, in zigzag order; none for one that never came.
  ///   - conversion: Makes pixels of components.
  ///   - output: Room for all rows of the output.
  /// - Throws: `overBudget` where the system has no memory.
  @unsafe init(
    _ geometry: ScaledJPEGGeometry, stores: [CoefficientStore], quantisers: [[UInt16]?],
    conversion: ColourConversion, output: UnsafeMutablePointer<UInt8>
  ) throws(ThumbnailError) {
    self.geometry = geometry
    self.conversion = conversion
    unsafe self.output = output
    var transforms: [InverseDCT] = []
    var resamplers: [ComponentResampler] = []
    for (store, divisors) in zip(stores, quantisers) {
      transforms.append(try InverseDCT(store, quantisers: divisors ?? []))
      resamplers.append(
        try ComponentResampler(store.component, width: geometry.outputSize.width))
    }
    self.transforms = transforms
    self.resamplers = resamplers
  }

  /// Writes the rows of the output that a row of units completes.
  ///
  /// - Parameters:
  ///   - unitRow: The row of units; all before it have been written.
  ///   - isHeldFromStart: Whether the stores hold all rows of units, and not only this one.
  func write(unitRow: Int, isHeldFromStart: Bool) {
    for (transform, component) in zip(transforms, geometry.components) {
      transform.transform(
        firstBlockRow: isHeldFromStart ? unitRow * component.rows.blocksPerUnit : 0)
    }
    while outputRow < geometry.outputSize.height {
      var rows: [UnsafePointer<UInt8>] = unsafe []
      for (index, resampler) in resamplers.enumerated() {
        // Each takes what the band has for it, also where another one waits for the next band.
        let band = geometry.components[index].band
        if let row = unsafe resampler.row(
          from: transforms[index].samples.start, firstRow: unitRow * band.height)
        {
          unsafe rows.append(row)
        }
      }
      guard unsafe rows.count == resamplers.count else { return }
      // SAFETY: `outputRow` is below the output's height, so that its row lies in the output.
      let width = geometry.outputSize.width
      unsafe conversion.convert(
        rows, width: width, to: output + outputRow * width * geometry.channels)
      for resampler in resamplers { resampler.advance() }
      outputRow += 1
    }
  }
}
