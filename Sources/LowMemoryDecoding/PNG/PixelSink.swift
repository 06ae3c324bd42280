import MediaTypes

/// Takes rows of passes in their order, and makes the output of them.
protocol PixelSink: AnyObject {
  /// Prepares for the rows of a pass; all rows of the one before have been added.
  func begin(_ pass: PNGPass)
  /// Adds the next row of the pass.
  func add(_ row: UnsafePointer<UInt8>, at index: Int)
  /// Completes the output.
  func finish(_ arrivals: PNGArrivals)
}

/// Puts pixels where they belong in an output of the picture's own size.
@safe final class PixelPlacer: PixelSink {
  private let size: PixelSize
  private let pixelByteCount: Int
  /// SAFETY: the caller of the decode lends it until the decode returns, with room for all pixels.
  @unsafe private let output: UnsafeMutablePointer<UInt8>
  private var pass: PNGPass?

  init(size: PixelSize, form: PNGSamples.Form, output: UnsafeMutablePointer<UInt8>) {
    self.size = size
    pixelByteCount = form.pixelByteCount
    unsafe self.output = output
  }

  func begin(_ pass: PNGPass) { self.pass = pass }

  func add(_ row: UnsafePointer<UInt8>, at index: Int) {
    guard let pass else { return }
    // SAFETY: the places of a pass lie inside the picture, and so in the output.
    let target = unsafe rowStart(pass.rows.place(index))
    if pass.columns.step == 1 {
      unsafe target.update(from: row, count: size.width * pixelByteCount)
      return
    }
    for column in 0..<pass.columns.count {
      let place = pass.columns.place(column) * pixelByteCount
      for byte in 0..<pixelByteCount {
        unsafe target[place + byte] = row[column * pixelByteCount + byte]
      }
    }
  }

  /// Pixels of passes that have not come become those at the left or above, which stand for them.
  func finish(_ arrivals: PNGArrivals) {
    guard !arrivals.isComplete, arrivals.parts.contains(where: { $0.pass.columns.step > 1 }) else {
      return
    }
    for y in 0..<size.height {
      let parts = arrivals.parts.filter { part in
        let (row, rest) = (y - part.pass.rows.start).quotientAndRemainder(
          dividingBy: part.pass.rows.step)
        return y >= part.pass.rows.start && rest == 0 && row < part.rowCount
      }
      if parts.isEmpty {
        guard y > 0 else { continue }
        unsafe rowStart(y).update(from: rowStart(y - 1), count: size.width * pixelByteCount)
      } else {
        unsafe fill(rowStart(y), from: parts.map(\.pass.columns))
      }
    }
  }

  private func fill(_ row: UnsafeMutablePointer<UInt8>, from lines: [PNGPass.Line]) {
    for x in 1..<max(1, size.width)
    where !lines.contains(where: { x >= $0.start && (x - $0.start) % $0.step == 0 }) {
      for byte in (x * pixelByteCount)..<((x + 1) * pixelByteCount) {
        unsafe row[byte] = row[byte - pixelByteCount]
      }
    }
  }

  private func rowStart(_ y: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe output + y * size.width * pixelByteCount
  }
}
