internal import MediaTypes
internal import Pixels

/// Pictures on each other, in 8 bits with straight alpha.
extension ReducedPixels {
  /// Gives all pixels one colour: red, green, blue and opacity.
  func fill(with colour: [UInt8]) {
    precondition(layout == .rgba8 && colour.count == 4, "only pixels with alpha are laid on others")
    let samples = unsafe memory.bindMemory(to: UInt8.self)
    for index in samples.indices { unsafe samples[index] = colour[index & 3] }
  }

  /// Lays a picture on this one.
  ///
  /// - Parameters:
  ///   - layer: Pixels of the same size and layout. Those at the edges of the layer hold less, in
  ///     proportion to what is covered of them.
  ///   - columns: What of which columns is covered.
  ///   - rows: What of which rows is covered.
  func lay(_ layer: UnsafeRawBufferPointer, columns: AreaSpans, rows: AreaSpans) {
    precondition(
      layout == .rgba8 && (unsafe layer.count == memory.count), "layers have the same size")
    for (rowIndex, row) in rows.outputs.enumerated() {
      for (columnIndex, column) in columns.outputs.enumerated() {
        let covered = Coverage(
          row: rows.coverage[rowIndex], column: columns.coverage[columnIndex]
        ).own
        guard covered > 0 else { continue }
        unsafe lay(layer, at: 4 * (row * size.width + column), covered: covered)
      }
    }
  }

  @inline(__always)
  private func lay(_ layer: UnsafeRawBufferPointer, at offset: Int, covered: Float) {
    let opacity = unsafe Float(layer[offset + 3]) / 255
    let below = unsafe Float(memory[offset + 3]) / 255 * (1 - opacity)
    let sum = opacity + below
    guard sum > 0 else { return }
    for index in offset..<(offset + 3) {
      let above = unsafe Float(layer[index]) / covered * opacity
      let mixed = unsafe (above + Float(memory[index]) * below) / sum
      unsafe memory[index] = UInt8(min(255, mixed + 0.5))
    }
    unsafe memory[offset + 3] = UInt8(min(255, sum * 255 + 0.5))
  }
}
