package import MediaTypes

/// How much of a raster a picture takes that was reduced by whole boxes.
///
/// Where boxes do not divide a picture, the last column and the last row stand for a part of a box
/// only: a filter that took them for whole ones would shift what is beside them.
package struct RasterExtent: Hashable, Sendable {
  /// Columns, with a part of the last one; in pixels of the raster as stored.
  package var width: Double
  /// Rows, with a part of the last one.
  package var height: Double

  /// The extent of a picture of which boxes have been averaged.
  ///
  /// - Parameters:
  ///   - picture: Its width and height, in pixels.
  ///   - across: Pixels of a box from left to right.
  ///   - down: Pixels of a box from top to bottom.
  package init(of picture: PixelSize, boxesAcross across: Int, down: Int) {
    width = Double(picture.width) / Double(max(1, across))
    height = Double(picture.height) / Double(max(1, down))
  }
}
