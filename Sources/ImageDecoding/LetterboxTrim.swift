package import MediaTypes
package import MemoryBudget
package import Pixels

/// Takes off the black bars with which cameras fill previews of another shape than the picture.
package enum LetterboxTrim {
  /// The largest sample of a bar; lossy coding leaves some noise in it.
  private static let darkest: UInt8 = 24
  /// By how much the shape of what is left may differ from the picture's, whose stated size may
  /// count columns and rows that are never shown.
  private static let tolerance = 0.04
  /// The size of EXIF's thumbnails (DCF 2.0 § 4.5), and shapes of sensors that do not fill it.
  private static let thumbnailSize = PixelSize(width: 160, height: 120)
  private static let sensorShapes = [3.0 / 2, 16.0 / 9]

  /// Cuts a preview to the shape of its picture, where what is cut off is black.
  ///
  /// - Parameters:
  ///   - raster: The preview in 8 bits; any other is left as it is.
  ///   - shape: The size of the picture, as stored; where it is not known, thumbnails are cut to
  ///     the shape of a sensor.
  ///   - budget: Pays for the cut one.
  /// - Returns: The cut preview, or the same one.
  /// - Throws: `overBudget` where the budget is too small for both.
  package static func trimmed(
    _ raster: consuming Raster, toShapeOf shape: PixelSize?, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    guard raster.layout == .rgb8, isPlausible(raster.size, shape: shape),
      let part = lightPart(of: raster), isWanted(part.size, of: raster.size, shape: shape)
    else { return raster }
    let stride = raster.stride
    var pixels: [UInt8] = []
    unsafe raster.withBytes { bytes in
      for row in part.top..<(part.top + part.size.height) {
        let start = row * stride + 3 * part.left
        unsafe pixels += bytes[start..<(start + 3 * part.size.width)]
      }
    }
    let warnings = raster.warnings
    return unsafe try Raster.filled(
      size: part.size, layout: .rgb8, colour: raster.colour, orientation: raster.orientation,
      budget: budget
    ) { buffer in
      unsafe pixels.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
      return warnings
    }
  }

  /// Whether a picture is of the size that cameras fill with bars.
  ///
  /// - Parameter size: Width and height of the preview, in pixels.
  /// - Returns: Whether it is that of EXIF's thumbnails.
  package static func mayHaveBars(_ size: PixelSize) -> Bool { size == thumbnailSize }

  /// Whether a preview may have bars: it has not the shape of its picture.
  private static func isPlausible(_ size: PixelSize, shape: PixelSize?) -> Bool {
    guard let shape, shape.isValid else { return size == thumbnailSize }
    return abs(ratio(of: size) / ratio(of: shape) - 1) > tolerance
  }

  /// Whether what is left between bars, which lie on two sides only, is the picture.
  private static func isWanted(_ part: PixelSize, of size: PixelSize, shape: PixelSize?) -> Bool {
    guard part.isValid, part.width == size.width || part.height == size.height else {
      return false
    }
    let wanted = shape.flatMap { $0.isValid ? [ratio(of: $0)] : nil } ?? sensorShapes
    return wanted.contains { abs(ratio(of: part) / $0 - 1) <= tolerance }
  }

  private static func ratio(of size: PixelSize) -> Double {
    Double(size.width) / Double(size.height)
  }

  private struct Part {
    let left: Int
    let top: Int
    let size: PixelSize
  }

  /// What lies between black rows and columns; `nil` where all is black.
  ///
  /// As much is cut off on either side, so that a dark edge of the picture is no bar.
  private static func lightPart(of raster: borrowing Raster) -> Part? {
    let (size, stride) = (raster.size, raster.stride)
    return unsafe raster.withBytes { bytes in
      func isDark(_ x: Int, _ y: Int) -> Bool {
        (0..<3).allSatisfy { unsafe bytes[y * stride + 3 * x + $0] <= darkest }
      }
      func isDarkRow(_ y: Int) -> Bool { (0..<size.width).allSatisfy { isDark($0, y) } }
      func isDarkColumn(_ x: Int) -> Bool { (0..<size.height).allSatisfy { isDark(x, $0) } }
      let rows = (0..<size.height).filter { !isDarkRow($0) }
      let columns = (0..<size.width).filter { !isDarkColumn($0) }
      guard let top = rows.first, let bottom = rows.last, let left = columns.first,
        let right = columns.last
      else { return nil }
      let down = min(top, size.height - 1 - bottom)
      let across = min(left, size.width - 1 - right)
      return Part(
        left: across, top: down,
        size: PixelSize(width: size.width - 2 * across, height: size.height - 2 * down))
    }
  }
}
