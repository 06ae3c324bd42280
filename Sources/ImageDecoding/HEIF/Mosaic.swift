internal import FFmpeg
internal import HEIFItems
internal import MediaTypes

/// Coded images side by side; a picture that is one image is a mosaic of one.
struct Mosaic {
  /// Width and height of the whole, in pixels.
  private(set) var size: PixelSize
  private let columns: Int
  private let tiles: [CodedImage?]
  private var tileSize: PixelSize
  private let isGrid: Bool
  private var firstIndex = 0

  init(of content: PictureContent) throws(ThumbnailError) {
    switch content {
    case .coded(let image):
      self.init(tiles: [image], columns: 1, size: image.size, isGrid: false)
    case .grid(let grid, let tiles):
      self.init(tiles: tiles, columns: grid.columns, size: grid.size, isGrid: true)
    case .overlay:
      throw ThumbnailError(.unsupported, "overlays inside of other pictures are not decoded")
    }
  }

  private init(tiles: [CodedImage?], columns: Int, size: PixelSize?, isGrid: Bool) {
    self.tiles = tiles
    self.columns = columns
    self.isGrid = isGrid
    let unknown = PixelSize(width: 1, height: 1)
    self.size = size ?? unknown
    tileSize = tiles.lazy.compactMap { $0?.size }.first ?? unknown
  }

  /// What the file says of the tiles of a grid; `nil` where it has no grid, or says nothing.
  var statedTileSize: PixelSize? { isGrid ? tiles[firstIndex]?.size : nil }

  /// Decodes the first tile that can be.
  mutating func firstFrame(_ images: inout CodedImages) throws(ThumbnailError) -> Frame? {
    for (index, tile) in tiles.enumerated() {
      guard let tile, let frame = try images.frame(of: tile) else { continue }
      firstIndex = index
      return frame
    }
    return nil
  }

  /// Corrects sizes by that of a decoded tile: a picture that is one image is as large as its image.
  mutating func settle(with frameSize: PixelSize) {
    if !isGrid { size = frameSize }
    if !isGrid || tiles.allSatisfy({ $0?.size == nil }) { tileSize = frameSize }
  }

  /// Adds all tiles that the reducer's raster shows, in the order of their rows.
  ///
  /// - Parameters:
  ///   - reducer: Receives them.
  ///   - first: The frame of `firstFrame`.
  ///   - images: Decodes the others.
  ///   - codePoints: How samples are to be read.
  /// - Throws: What `images` throws.
  func add(
    to reducer: inout TileReducer, beginningWith first: borrowing Frame,
    from images: inout CodedImages, codePoints: ColourFacts.CodePoints
  ) throws(ThumbnailError) {
    for index in tiles.indices {
      let place = PixelRect(
        x: index % columns * tileSize.width, y: index / columns * tileSize.height, size: tileSize)
      guard let part = place.intersection(with: size), reducer.reduction.shows(part) else {
        continue
      }
      if index == firstIndex {
        reducer.add(first, at: part, codePoints: codePoints)
      } else if index > firstIndex, let tile = tiles[index],
        let frame = try images.frame(of: tile)
      {
        reducer.add(frame, at: part, codePoints: codePoints)
      } else {
        reducer.addMissing(at: part)
      }
    }
  }
}

extension PixelRect {
  /// The part of a rectangle that lies in a picture of a size, or `nil` where none does.
  fileprivate func intersection(with picture: PixelSize) -> PixelRect? {
    guard x < picture.width, y < picture.height else { return nil }
    return PixelRect(
      x: x, y: y,
      size: PixelSize(
        width: min(size.width, picture.width - x), height: min(size.height, picture.height - y)))
  }
}
