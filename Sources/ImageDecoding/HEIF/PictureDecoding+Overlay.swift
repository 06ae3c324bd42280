internal import FFmpeg
internal import HEIFItems
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning

extension PictureDecoding {
  /// Lays the pictures of an overlay on each other, each decoded into a raster of its own.
  mutating func raster(
    of overlay: ImageOverlay, layers: [HEIFPicture], budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    let geometry = PictureGeometry(of: overlay.size, after: picture.transforms)
    let output = HEIFCost.rasterSize(of: geometry.crop.size, wantedSide: wantedSide)
    let reduction = Reduction(of: geometry.crop, to: output)
    let colour = RasterForm.colour(
      profile: picture.profile ?? layers.first?.profile,
      codePoints: picture.codePoints ?? layers.first?.codePoints)
    var raster = unsafe try Raster.filled(
      size: output, layout: .rgba8, colour: colour, orientation: geometry.orientation,
      budget: budget
    ) { memory throws(ThumbnailError) in
      let pixels = unsafe ReducedPixels(memory, size: output, layout: .rgba8)
      pixels.fill(with: overlay.fill.map { UInt8($0 >> 8) })
      var isEmpty = true
      for (layer, offset) in zip(layers, overlay.offsets) {
        let isThere = try add(
          layer, at: offset, to: pixels, reduction: reduction, budget: budget)
        if isThere { isEmpty = false }
      }
      if isEmpty { throw nothingDecoded }
      return []
    }
    raster.warnings += warnings
    return raster
  }

  /// Decodes a layer into a raster as large as the whole, and lays that on the others.
  ///
  /// - Returns: Whether the layer could be decoded.
  private mutating func add(
    _ layer: HEIFPicture, at offset: ImageOverlay.Offset, to pixels: ReducedPixels,
    reduction: Reduction, budget: MemoryBudget
  ) throws(ThumbnailError) -> Bool {
    guard layer.transforms.isEmpty else {
      throw ThumbnailError(.unsupported, "overlays of cropped or turned pictures are not decoded")
    }
    var mosaic = try Mosaic(of: layer.content)
    guard let first = try mosaic.firstFrame(&images) else { return false }
    mosaic.settle(with: first.wholeSize)
    let own = reduction.moved(byX: -offset.x, y: -offset.y)
    let place = PixelRect(x: 0, y: 0, size: mosaic.size)
    guard own.shows(place) else { return true }
    let codePoints = CodePoints.effective(layer.codePoints, orOf: first.codePoints)
    let scratch = unsafe try Raster.filled(size: pixels.size, layout: .rgba8, budget: budget) {
      memory throws(ThumbnailError) in
      let scratch = unsafe ReducedPixels(memory, size: pixels.size, layout: .rgba8)
      var reducer = TileReducer(into: scratch, reduction: own, channel: .colour)
      try mosaic.add(to: &reducer, beginningWith: first, from: &images, codePoints: codePoints)
      try addAlpha(of: layer, to: scratch, reduction: own, of: mosaic.size)
      return []
    }
    let columns = own.columns.spans(of: place.size.width)
    let rows = own.rows.spans(of: place.size.height)
    unsafe scratch.withBytes { bytes in
      unsafe pixels.lay(bytes, columns: columns, rows: rows)
    }
    return true
  }
}

extension Reduction {
  /// The same raster for a picture whose corner lies elsewhere.
  fileprivate func moved(byX x: Int, y: Int) -> Reduction {
    var result = self
    result.columns.origin += Double(x)
    result.rows.origin += Double(y)
    return result
  }
}

extension ReductionAxis {
  fileprivate func spans(of length: Int) -> AreaSpans {
    spans(start: 0, length: length, shift: 0, sampleCount: length)
  }
}
