internal import MediaTypes
internal import Pixels
internal import Vips

/// How much of an upright picture its pixels show, where the last of a side stand for less.
struct PartialEdges {
  /// Pixels along a side.
  private struct Side {
    /// Pixels that are shown, with a part of the last one.
    let extent: Double
    /// Whether the last one comes first, since the picture was turned.
    let isReversed: Bool
  }

  private let across: Side
  private let down: Side

  /// The edges of a raster's picture once it stands upright.
  init(_ extent: RasterExtent, orientation: Orientation) {
    let swaps = orientation.exchangesSides
    across = Side(
      extent: swaps ? extent.height : extent.width,
      isReversed: [.upMirrored, .down, .right, .rightMirrored].contains(orientation))
    down = Side(
      extent: swaps ? extent.width : extent.height,
      isReversed: [.down, .downMirrored, .rightMirrored, .left].contains(orientation))
  }

  /// Resizes what is shown to a size.
  ///
  /// The filter maps whole pixels to whole pixels. So the picture is continued by its edge until
  /// some more pixels than are wanted fall on whole ones of it, and those are cut off again.
  func resized(
    _ image: VipsImage, to size: PixelSize
  ) throws(VipsError) -> VipsImage {
    let columns = Stretch(across.extent, of: image.width, to: size.width)
    let rows = Stretch(down.extent, of: image.height, to: size.height)
    let extended = try image.extended(
      left: across.isReversed ? columns.input - image.width : 0,
      top: down.isReversed ? rows.input - image.height : 0,
      width: columns.input, height: rows.input)
    return try extended.resized(toWidth: columns.output, height: rows.output).cropped(
      left: across.isReversed ? columns.output - size.width : 0,
      top: down.isReversed ? rows.output - size.height : 0,
      width: size.width, height: size.height)
  }

  /// So many pixels of a side that become so many others.
  struct Stretch: Equatable {
    /// Pixels before, what the picture is continued by included.
    let input: Int
    /// Pixels after, what is cut off included.
    let output: Int

    /// The most pixels that are made in vain.
    private static let mostInVain = 32
    /// Parts of a pixel of which nobody sees that they are missing.
    private static let negligible = 0.01

    /// Looks for the fewest pixels that come out as they should.
    init(_ extent: Double, of count: Int, to target: Int) {
      let step = extent / Double(max(1, target))
      var best = (input: count, output: target, error: Double.infinity)
      for output in target...(target + Self.mostInVain) {
        let exact = Double(output) * step
        let input = Int(exact.rounded())
        let error = abs(exact - Double(input))
        guard input > 0, error < best.error else { continue }
        best = (input, output, error)
        if error < Self.negligible { break }
      }
      (input, output) = (best.input, best.output)
    }
  }
}
